import { filledStreet } from '@portside/contract/street-address';

type Street = Parameters<typeof filledStreet>[0];

interface StreetForm {
  readonly values: Street;
  readonly set: (name: keyof Street, value: string) => void;
}

/** For the field of the street's name: address books fill in the whole line. */
export const streetFiller =
  ({ values, set }: StreetForm) =>
  (typed: string): void => {
    for (const [name, value] of Object.entries(filledStreet(values, typed))) {
      set(name as keyof Street, value);
    }
  };
