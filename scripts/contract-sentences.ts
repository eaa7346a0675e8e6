/**
 * All sentences for customers in a contract module. Read from its exported values, so that the
 * contract knows nothing of catalogs.
 */
export function contractSentences(module: Record<string, unknown>): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const take = (value: unknown) => {
    if (typeof value === 'string' && isSentence(value)) found.add(value);
  };
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if ('_zod' in value) return rule((value as Schema)._zod.def);
    if ('refusals' in value && 'wire' in value) {
      const endpoint = value as unknown as { refusals: Record<string, { message: string }> };
      for (const { message } of Object.values(endpoint.refusals)) found.add(message);
    }
    if (value === module.fieldSentences) for (const one of value as Set<string>) found.add(one);
    else if (value instanceof Set) for (const one of value) take(one);
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'string' && !('wire' in value) && isTold(name, one)) found.add(one);
      visit(one);
    }
    // Other carriers are names; this entry is a word.
    if ('id' in value && value.id === 'other' && 'name' in value) take(value.name);
  };
  const rule = (def: Record<string, unknown>) => {
    for (const input of [undefined, '']) {
      if (typeof def.error === 'function') take(said(def.error as SayError, input));
    }
    visit(def);
  };
  for (const one of Object.values(module)) take(one);
  visit({ ...module });
  if (typeof module.problemMessages === 'object')
    Object.values(module.problemMessages ?? {}).forEach(take);
  return found;
}

function isTold(name: string, text: string): boolean {
  // An enum's values have themselves as names.
  if (name === text) return false;
  if (['accountNumber', 'transferPin', 'pinLives', 'lock'].includes(name)) return true;
  return isSentence(text) && /\s.*[.!?]$/.test(text);
}

interface Schema {
  _zod: { def: Record<string, unknown> };
}
type SayError = (issue: object) => unknown;

function said(say: SayError, input: unknown): unknown {
  try {
    const answer = say({ input, path: [] });
    return typeof answer === 'object' && answer !== null && 'message' in answer
      ? answer.message
      : answer;
  } catch {
    return undefined;
  }
}

/** `Enter code` is one, `confirm` and `web-1` are not. */
function isSentence(text: string): boolean {
  return /^[A-Z].*\s/u.test(text) || /^\p{Lu}\p{Ll}+[!.?]?$/u.test(text);
}
