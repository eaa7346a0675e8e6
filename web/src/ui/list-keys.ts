/** E18. */
const pageSize = 5;
/** Letters typed within this time belong together. */
export const togetherMs = 700;

/** Undefined for keys that do not move. @param typed letters typed so far, changed in place */
export function moveByKey(
  key: string,
  from: number,
  options: readonly { readonly label: string }[],
  typed: { text: string; at: number },
  now: number,
): number | undefined {
  const last = options.length - 1;
  const held = (at: number): number => Math.min(last, Math.max(0, at));
  switch (key) {
    case 'ArrowDown':
      return held(from + 1);
    case 'ArrowUp':
      return held(from - 1);
    case 'PageDown':
      return held(from + pageSize);
    case 'PageUp':
      return held(from - pageSize);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
  if (key.length !== 1) return undefined;
  if (now - typed.at > togetherMs) typed.text = '';
  typed.text += key.toLowerCase();
  typed.at = now;
  const starts = (word: string) => (option: { readonly label: string }) =>
    option.label.toLowerCase().startsWith(word);
  // A repeated letter cycles through its options.
  const repeated = /^(.)\1+$/.test(typed.text);
  const word = repeated ? typed.text.slice(0, 1) : typed.text;
  const after = word.length === 1 ? from + 1 : from;
  const next = options.slice(after).findIndex(starts(word));
  const found = next >= 0 ? after + next : options.findIndex(starts(word));
  return found >= 0 ? found : from;
}
