import { cardBrand, luhnHolds } from '@portside/contract/card-brands';

/** Digits as people write them, in groups or not. */
const runs = /\d+(?:[ \t\u00a0.\-–]{1,2}\d+)*/g;

/**
 * Takes card numbers out of what people write: 13 to 19 digits that hold the check digit, in one
 * piece or in groups. The last four stay, so that it can be told which card was meant.
 */
export function maskCards(text: string): { text: string; masked: boolean } {
  const clean = text.replaceAll(runs, (run) => maskRun(run));
  return { text: clean, masked: clean !== text };
}

/** A number begins and ends with a group; beside it others may stand, such as an expiry date. */
function maskRun(run: string): string {
  const groups = [...run.matchAll(/\d+/g)];
  for (const [at, first] of groups.entries()) {
    for (let end = groups.length; end > at; end -= 1) {
      const last = groups[end - 1];
      const digits = groups.slice(at, end).map(String).join('');
      if (!last || !isCard(digits)) continue;
      const after = last.index + last[0].length;
      return `${run.slice(0, first.index)}•••• ${digits.slice(-4)}${maskRun(run.slice(after))}`;
    }
  }
  return run;
}

function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || !luhnHolds(digits)) return false;
  // SIM card numbers (89…) and IMEIs (15 digits) have the same check digit, and are what customers
  // write to their carrier; no card begins like the former, and only Amex and JCB are that short.
  if (digits.startsWith('89')) return false;
  return (
    digits.length !== 15 || cardBrand(digits)?.network === 'amex' || /^(2131|1800)/.test(digits)
  );
}
