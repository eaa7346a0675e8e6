import { fields } from '@portside/contract/fields';
import type { Cart } from '../cart/cart.ts';
import { FIRST_LINE, linesOf } from '../cart/cart-lines.ts';
import { noBroughtNumber } from './brought-number.ts';
import type { Draft, LineDraft } from './draft.ts';
import type { SavedCheckout } from './saved-draft.ts';
import { missingSecrets, simFaults } from './step-rules.ts';

/* Several lines in one purchase (P03): forms take the draft of one line, and know of no other. */

/** The phone it is for, its SIM and its number are nobody else’s. @param simType as the line before */
const freshLine = (simType: Draft['simType']): LineDraft => ({
  numberKind: 'new',
  numberChosen: false,
  brought: noBroughtNumber,
  newNumber: '',
  portIn: undefined,
  simType,
  imei: '',
  device: undefined,
});

/** @param lines all keys in order: the first line’s draft is the draft itself */
export function draftOfLine(draft: Draft, lines: readonly string[], line: string): Draft {
  const at = lines.indexOf(line);
  if (at <= 0) return draft;
  const before = draft.more[lines[at - 1] ?? ''] ?? draft;
  return { ...draft, ...freshLine(before.simType), ...draft.more[line] };
}

/** @param line undefined: the first one @param part as the forms of this line save it */
export function withLine(draft: Draft, line: string | undefined, part: Partial<Draft>): Draft {
  const { zipCode = draft.zipCode } = part;
  // All numbers are near the other place.
  const now = zipCode === draft.zipCode ? draft : withoutNewNumbers(draft, line !== undefined);
  if (line === undefined) return { ...now, ...part };
  const { numberKind, numberChosen, brought, newNumber, portIn, simType, imei, device, ...shared } =
    { ...freshLine(draft.simType), ...now.more[line], ...part };
  const own = { numberKind, numberChosen, brought, newNumber, portIn, simType, imei, device };
  return { ...now, ...shared, more: { ...now.more, [line]: own } };
}

function withoutNewNumbers(draft: Draft, ofFirst: boolean): Draft {
  const more = Object.entries(draft.more).map(([key, one]) => [key, { ...one, newNumber: '' }]);
  return { ...draft, ...(ofFirst && { newNumber: '' }), more: Object.fromEntries(more) };
}

/** For the cart as it is now: without lines that are gone, of which the first may be one. */
export function fitLines(
  saved: SavedCheckout,
  cart: Pick<Cart, 'key' | 'item' | 'more'>,
): SavedCheckout {
  const { way, draft } = saved;
  const [first = FIRST_LINE, ...further] = linesOf(cart).map(({ key }) => key);
  const had = way.first ?? FIRST_LINE;
  const more = Object.entries(draft.more).filter(([key]) => further.includes(key));
  if (had === first) {
    if (more.length === Object.keys(draft.more).length) return saved;
    return { ...saved, draft: { ...draft, more: Object.fromEntries(more) } };
  }
  return {
    ...saved,
    way: {
      ...way,
      first: first === FIRST_LINE ? undefined : first,
      passed: way.passed ?? (way.reached === 'pay' ? [had] : []),
    },
    draft: {
      ...draft,
      ...freshLine(draft.simType),
      ...draft.more[first],
      more: Object.fromEntries(more),
    },
  };
}

/** Ten digits, empty when there is none yet. */
function numberOf({ numberKind, newNumber, brought, portIn }: LineDraft): string {
  if (numberKind === 'new') return newNumber;
  if (numberKind === 'own') return portIn?.msisdn ?? '';
  return fields.yourNumber.safeParse(brought.yourNumber).data ?? '';
}

/** Numbers that are another line’s. @param others their keys */
export function takenNumbers(
  draft: Draft,
  lines: readonly string[],
  others: readonly string[],
): readonly string[] {
  return others.map((line) => numberOf(draftOfLine(draft, lines, line))).filter(Boolean);
}

/** The line whose screen asks where SIM cards are sent to. */
export function mailedLine(draft: Draft, lines: readonly string[]): string | undefined {
  return lines.find((line) => draftOfLine(draft, lines, line).simType === 'physical');
}

/** Lines whose screen has something to ask again. */
export function lackingLines(draft: Draft, lines: readonly string[]): readonly string[] {
  // The line that asked for the address may have none to ask for any more.
  const address = lines.length > 1 ? mailedLine(draft, lines) : undefined;
  return lines.filter((line) => {
    const own = draftOfLine(draft, lines, line);
    return missingSecrets(own).length > 0 || (line === address && lacksAddress(own));
  });
}

function lacksAddress({ shipping, simType }: Draft): boolean {
  const { city: shippingCity, state: shippingState, zipCode: shippingZip, ...street } = shipping;
  const place = { shippingCity, shippingState, shippingZip, ...street };
  return Object.keys(simFaults({ simType, imei: '', ...place })).length > 0;
}
