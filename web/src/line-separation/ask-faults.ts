import { ownWords } from '@portside/contract/field-rule';
import type { askSeparation } from '@portside/contract/line-separation';
import type { FieldError } from '@portside/contract/problem';
import { askInput, type AskValues, places } from './ask-input.ts';

/** `lines.2.number` is `number2`, `address.city` is `city`. */
const fieldOf = (path: readonly PropertyKey[]): string => {
  const [first, at, part] = path.map(String);
  if (first === 'lines' && at !== undefined) return `${part ?? 'number'}${at}`;
  return first === 'address' && at !== undefined ? at : (first ?? '');
};

/** By the contract's rules, the first of each field. @param later fields that are not asked for yet */
export function askFaults(
  endpoint: typeof askSeparation,
  values: AskValues,
  later: readonly string[],
): FieldError[] {
  const result = endpoint.input.safeParse(askInput(values), ownWords);
  const faults = new Map<string, string>();
  for (const { path, message } of result.error?.issues ?? []) {
    const field = fieldOf(path);
    if (!later.includes(field) && !faults.has(field)) faults.set(field, message);
  }
  for (const [field, message] of twice(values)) if (!faults.has(field)) faults.set(field, message);
  return [...faults].map(([field, message]) => ({ field, message }));
}

/** A number that stands there already. */
function twice(values: AskValues): [string, string][] {
  const digits = (at: number) => (values[`number${at}`] ?? '').replaceAll(/\D/g, '').slice(-10);
  return places
    .slice(1, values.lines)
    .filter(
      (at) => digits(at) !== '' && places.slice(0, at).some((one) => digits(one) === digits(at)),
    )
    .map((at) => [`number${at}`, /*i18n*/ 'This number is there already.']);
}
