import { checkAddress } from '@portside/contract/address-check';
import type { FieldError } from '@portside/contract/problem';
import type { StreetAddress } from '@portside/contract/street-address';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePage } from './page.tsx';
import { useCall } from './use-call.tsx';

/** Longer than the server waits for the post office. */
const PATIENCE_MS = 3000;

type Submit<Values> = (
  values: Values,
  signal: AbortSignal,
) => Promise<readonly FieldError[] | void> | void;

type Absent = 'streetDirection' | 'streetUnit';
/** As the calls take it. */
type Typed = Omit<StreetAddress, Absent> & { readonly [Name in Absent]?: string | undefined };

interface Suggestion {
  readonly typed: string;
  readonly address: StreetAddress;
}

export interface AddressCheck {
  readonly suggestion: Suggestion | undefined;
  /** Asks before the form is sent. Where nothing is suggested, or nobody answers, it is sent. */
  readonly before: <Values extends Typed>(submit: Submit<Values>) => Submit<Values>;
  readonly decide: (address: StreetAddress) => void;
}

/** A suggestion, never a wall (M10). */
export function useAddressCheck(): AddressCheck {
  const call = useCall();
  const { checksAddresses } = usePage().brand;
  const [suggestion, setSuggestion] = useState<Suggestion>();
  /** Those the customer has chosen, and those that were right. */
  const decided = useRef(new Set<string>());

  async function ask(address: StreetAddress, signal: AbortSignal) {
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const answer = await call(checkAddress, address, { signal: until, quiet: true });
      return answer.suggestion;
    } catch {
      return undefined;
    }
  }

  return {
    suggestion,
    before: (submit) => async (values, signal) => {
      const address = addressOf(values);
      const typed = keyOf(address);
      // Sent again under the question, it is kept.
      const isAnswered = suggestion?.typed === typed || decided.current.has(typed);
      if (checksAddresses && !isAnswered) {
        const found = await ask(address, signal);
        if (signal.aborted) return;
        if (found) return setSuggestion({ typed, address: found });
        decided.current.add(typed);
      }
      return submit(values, signal);
    },
    decide(address) {
      decided.current.add(keyOf(address));
      setSuggestion(undefined);
    },
  };
}

interface AddressForm {
  readonly values: Typed;
  readonly set: (name: keyof StreetAddress, value: string) => void;
  readonly submit: () => Promise<void>;
}

/** What a panel shows: gone once the address is typed over. Each answer sends the form. */
export function useSuggestion({ suggestion, decide }: AddressCheck, form: AddressForm) {
  const [answers, setAnswers] = useState(0);
  const send = useEffectEvent(() => void form.submit());
  useEffect(() => {
    // Once the form has the values.
    if (answers > 0) send();
  }, [answers]);
  if (suggestion?.typed !== keyOf(addressOf(form.values))) return undefined;
  const { address } = suggestion;
  const answer = (chosen: StreetAddress) => {
    decide(chosen);
    setAnswers((count) => count + 1);
  };
  return {
    address,
    onUse: () => {
      for (const name of names) form.set(name, address[name]);
      answer(address);
    },
    onKeep: () => answer(addressOf(form.values)),
  };
}

const names = [
  'streetNumber',
  'streetDirection',
  'streetName',
  'streetUnit',
  'city',
  'state',
  'zipCode',
] as const satisfies readonly (keyof StreetAddress)[];

const addressOf = (values: Typed): StreetAddress => ({
  streetNumber: values.streetNumber,
  streetDirection: values.streetDirection ?? '',
  streetName: values.streetName,
  streetUnit: values.streetUnit ?? '',
  city: values.city,
  state: values.state,
  zipCode: values.zipCode,
});

const keyOf = (address: StreetAddress): string => JSON.stringify(addressOf(address));
