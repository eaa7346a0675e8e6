/**
 * Strings that read like sentences in modules that talk to customers. One too many costs a
 * translation; one too few would be English in a Spanish email.
 */
export function serverSentences(file: string, source: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (file.endsWith('emails/email.ts')) return found;
  if (!speaks.test(source) && !/(?:wording|missing-details|emails)\.ts$/.test(file)) return found;
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  for (const match of code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)) {
    const text = match[1] ?? match[2] ?? '';
    const before = code.slice(Math.max(0, match.index - 120), match.index);
    if (isSentence(text) && !forProgrammers.test(before)) found.add(text);
  }
  return found;
}

/** Sentences that should go through `say`. */
export function unsaidSentences(source: string): string[] {
  return [...source.matchAll(/\b(?:message|sentence): '([A-Z][^'\n]*\s[^'\n]*)'/g)].map(
    ([, text = '']) => text,
  );
}

const speaks = /from '(?:[./]+\/words\/|\.\/)say\.ts'|\/emails\/email\.ts'/;
const forProgrammers = /(?:new \w*Error\(|(?:log\.\w+|sweep)\([^;]*|\bfrom )\s*$/;

/** `your line is active`, `{name} wrote` and `Add-ons` are; `confirm` and `DPoP` are not. */
function isSentence(text: string): boolean {
  return (
    /^(?:[\p{L}{]|\d+ \p{L}).*\s/u.test(text) || /^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*[!.,?]?$/u.test(text)
  );
}
