import { cardBrand, luhnHolds } from '@portside/contract/card-brands';

const runs = /\d+(?:[ \t\u00a0\u2000-\u200b\u202f\u2060.\-\u2010-\u2015]{1,2}\d+)*/g;
const MOST_DIGITS = 19;

/**
 * Removes card numbers: 13 to 19 digits with a right check digit. The last four stay, to tell the
 * card.
 */
export function maskCards(text: string): { text: string; masked: boolean } {
  const clean = text.replaceAll(runs, (run) => maskRun(run));
  return { text: clean, masked: clean !== text };
}

function maskRun(run: string): string {
  const groups = [...run.matchAll(/\d+/g)].map((one) => ({ digits: one[0], from: one.index }));
  let clean = '';
  let done = 0;
  for (let at = 0; at < groups.length; at += 1) {
    const card = cardFrom(groups, at);
    if (!card) continue;
    clean += `${run.slice(done, groups[at]?.from)}•••• ${card.digits.slice(-4)}`;
    done = card.until;
    at = card.last;
  }
  return clean + run.slice(done);
}

function cardFrom(groups: readonly { digits: string; from: number }[], at: number) {
  let found: { digits: string; last: number; until: number } | undefined;
  let digits = '';
  for (const [offset, group] of groups.slice(at, at + MOST_DIGITS).entries()) {
    digits += group.digits;
    // Longer runs would take seconds.
    if (digits.length > MOST_DIGITS) break;
    const until = group.from + group.digits.length;
    if (isCard(digits)) found = { digits, last: at + offset, until };
  }
  return found;
}

function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > MOST_DIGITS || !luhnHolds(digits)) return false;
  // SIM numbers (89…) and IMEIs (15 digits) have the same check digit and customers write them. No
  // card begins with 89, and only Amex and JCB are that short.
  if (digits.startsWith('89')) return false;
  return (
    digits.length !== 15 || cardBrand(digits)?.network === 'amex' || /^(2131|1800)/.test(digits)
  );
}
