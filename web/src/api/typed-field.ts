import { filterTyping } from '@portside/contract/typing';

/** A text field of a form that takes only what its name allows (H30 to H35). */
export function typedField<Values extends object, Shown extends object>(form: {
  readonly values: Values;
  readonly text: (name: keyof Values & string) => Shown;
}) {
  return (name: keyof Values & string) => ({
    ...form.text(name),
    filter: (value: string, caret: number, before: string) =>
      filterTyping(name, value, caret, before),
  });
}
