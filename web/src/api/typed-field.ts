import { filterTyping } from '@portside/contract/typing';

/** Filters typing (H30 to H35). */
export const typingOf = (name: string) => (value: string, caret: number, before: string) =>
  filterTyping(name, value, caret, before);

export function typedField<Values extends object, Shown extends object>(form: {
  readonly values: Values;
  readonly text: (name: keyof Values & string) => Shown;
}) {
  return (name: keyof Values & string) => ({ ...form.text(name), filter: typingOf(name) });
}
