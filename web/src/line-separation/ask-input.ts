import type { InputOf } from '@portside/contract/endpoint';
import type { askSeparation, LineUser } from '@portside/contract/line-separation';

/** As in the contract, which is loaded later. */
export const MOST_LINES = 10;

type NumberName = `number${number}`;
type WhoName = `who${number}`;

/** Of lines there is one field each, so that an error stands at its own. */
export interface AskValues extends Record<NumberName, string>, Record<WhoName, string> {
  email: string;
  name: string;
  lines: number;
  otherName: string;
  otherNumber: string;
  contactNumber: string;
  contactNote: string;
  representative: string;
  hasAddress: boolean;
  streetNumber: string;
  streetDirection: string;
  streetName: string;
  streetUnit: string;
  city: string;
  state: string;
  zipCode: string;
  affirmed: boolean;
  otp: string;
}

export const places = Array.from({ length: MOST_LINES }, (_, at) => at);

export const emptyAsk: AskValues = {
  ...(Object.fromEntries(
    places.flatMap((at) => [
      [`number${at}`, ''],
      [`who${at}`, at === 0 ? 'own' : ''],
    ]),
  ) as Record<NumberName & WhoName, string>),
  email: '',
  name: '',
  lines: 1,
  otherName: '',
  otherNumber: '',
  contactNumber: '',
  contactNote: '',
  representative: '',
  hasAddress: false,
  streetNumber: '',
  streetDirection: '',
  streetName: '',
  streetUnit: '',
  city: '',
  state: '',
  zipCode: '',
  affirmed: false,
  otp: '',
};

type Input = InputOf<typeof askSeparation>;

export function askInput(values: AskValues): Input {
  const { email, otp, name, otherName } = values;
  const given = (text: string) => (text.trim() === '' ? undefined : text);
  const optional = {
    otherNumber: given(values.otherNumber),
    contactNumber: given(values.contactNumber),
    contactNote: given(values.contactNote),
    representative: given(values.representative),
  };
  const { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode } = values;
  const address = { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode };
  return {
    email,
    otp,
    name,
    otherName,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, text]) => text !== undefined),
    ) as Partial<Input>),
    lines: places.slice(0, values.lines).map((at) => ({
      number: values[`number${at}`] ?? '',
      who: values[`who${at}`] as LineUser,
    })),
    ...(values.hasAddress && { address }),
    affirmed: values.affirmed as true,
  };
}
