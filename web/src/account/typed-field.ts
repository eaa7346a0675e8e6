import { filterTyping } from '@portside/contract/typing';
import type { FormState } from '../ui/form.tsx';

/** A text field of the form that takes only what its name allows (H30 to H35). */
export function typedField<Values extends object>(form: FormState<Values>) {
  return <Name extends keyof Values & string>(name: Name) => ({
    ...form.text(name),
    filter: (value: string, caret: number, before: string) =>
      filterTyping(name, value, caret, before),
  });
}
