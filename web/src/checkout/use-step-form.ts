import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldError } from '@portside/contract/problem';
import { type FormState, useForm } from '../ui/form.tsx';

export interface StepProps {
  /** Undefined until the account is known. */
  readonly owner: string | undefined;
  /** Refused by the server after the last step. */
  readonly faults: readonly FieldError[];
  readonly onBack?: (() => void) | undefined;
}

/** Saves while typing, so that going back loses nothing. Who leaves the step ends its work. */
export function useStepForm<Values extends object>(options: {
  initial: Values;
  owner: string | undefined;
  faults: readonly FieldError[];
  save: (values: Values) => void;
  check: (values: Values) => Record<string, string>;
  onSubmit: (values: Values, signal: AbortSignal) => Promise<readonly FieldError[] | void> | void;
}): FormState<Values> {
  const { owner, faults, save, ...rest } = options;
  const form = useForm(rest);
  const filledFrom = useRef(owner);
  const fill = useEffectEvent(() => form.reset(rest.initial));
  const saveValues = useEffectEvent(save);
  const fail = useEffectEvent(form.fail);
  const stop = useEffectEvent(form.stop);
  useEffect(() => {
    // The account came later: fill in around what was typed.
    if (filledFrom.current !== owner) fill();
    filledFrom.current = owner;
  }, [owner]);
  useEffect(() => saveValues(form.values), [form.values]);
  useEffect(() => {
    if (faults.length > 0) fail(faults);
  }, [faults]);
  useEffect(() => () => stop(), []);
  return form;
}

export interface TypedField {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}
