import { filterTyping } from '@portside/contract/typing';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type FieldFault, type FormState, useForm } from '../ui/form.tsx';

/** What every step is handed. */
export interface StepProps {
  /** Whose account the draft is filled from; undefined until that is known. */
  readonly owner: string | undefined;
  /** What the server did not accept after the last step, for the fields of this one. */
  readonly faults: readonly FieldFault[];
  readonly onBack?: (() => void) | undefined;
}

/** The form of a step: what is typed is kept at once, so that going back loses nothing. */
export function useStepForm<Values extends object>(options: {
  initial: Values;
  owner: string | undefined;
  faults: readonly FieldFault[];
  save: (values: Values) => void;
  check: (values: Values) => Record<string, string>;
  onSubmit: (values: Values) => Promise<readonly FieldFault[] | void> | void;
}): FormState<Values> {
  const { owner, faults, save, ...rest } = options;
  const form = useForm(rest);
  const filledFrom = useRef(owner);
  const fill = useEffectEvent(() => form.reset(rest.initial));
  const keep = useEffectEvent(save);
  const fail = useEffectEvent(form.fail);
  useEffect(() => {
    // The account came after the form: what it knows is filled in around what was typed.
    if (filledFrom.current !== owner) fill();
    filledFrom.current = owner;
  }, [owner]);
  useEffect(() => keep(form.values), [form.values]);
  useEffect(() => {
    if (faults.length > 0) fail(faults);
  }, [faults]);
  return form;
}

/** A text field of the form that takes only what its name allows. */
export function typing<Values extends object>(form: FormState<Values>) {
  return <Name extends keyof Values & string>(name: Name) => ({
    ...form.text(name),
    filter: (value: string, caret: number, before: string) =>
      filterTyping(name, value, caret, before),
  });
}

/** What {@link typing} gives for a name. */
export interface TypedField {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}
