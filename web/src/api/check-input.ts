import { ownWords } from '@portside/contract/field-rule';
import type { FieldError } from '@portside/contract/problem';
import type * as z from 'zod/mini';

/** The first error of each field. @param names `endpoint.fieldNames` */
export function inputFaults(
  schema: z.ZodMiniType,
  values: unknown,
  names: Readonly<Record<string, string>> = {},
): FieldError[] {
  const result = schema.safeParse(values, ownWords);
  const faults = new Map<string, string>();
  for (const issue of result.success ? [] : result.error.issues) {
    const name = String(issue.path[0] ?? '');
    const field = names[name] ?? name;
    if (!faults.has(field)) faults.set(field, issue.message);
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

export function fieldFaults<Name extends string>(
  rules: Readonly<Record<Name, z.ZodMiniType>>,
  values: Readonly<Record<Name, unknown>>,
): FieldError[] {
  return (Object.keys(rules) as Name[]).flatMap((field) => {
    const result = rules[field].safeParse(values[field], ownWords);
    return result.success ? [] : [{ field, message: result.error.issues[0]?.message ?? '' }];
  });
}
