import type { Plan } from '@portside/contract/plans';
import { newId } from '../api/new-id.ts';
import { type Cart, cart, type FurtherLine } from './cart.ts';

/* Several lines in one cart (P03). It stays the same cart: one that was declined is paid again. */

/** The key of the first line, unless it was a further one before. */
export const FIRST_LINE = 'first';

/** The first one first; each with its key. */
export const linesOf = ({
  key = FIRST_LINE,
  item,
  more = [],
}: Pick<Cart, 'key' | 'item' | 'more'>): readonly FurtherLine[] => [{ key, item }, ...more];

function change(
  changed: (lines: readonly FurtherLine[]) => readonly FurtherLine[],
  { words, as }: { words?: string; as?: string } = {},
): void {
  const held = cart.get();
  if (!held) return;
  const id = as ?? held.id;
  const language = words ?? held.language;
  const [first, ...more] = changed(linesOf(held));
  if (!first) return cart.clear();
  cart.save({
    id,
    item: first.item,
    ...(first.key !== FIRST_LINE && { key: first.key }),
    ...(more.length > 0 && { more }),
    ...(language && { language }),
  });
}

/** @returns its key; undefined: there is no room for it */
export function addLine(item: Plan, most: number): string | undefined {
  const held = cart.get();
  if (!held || linesOf(held).length >= most) return undefined;
  const key = newId();
  change((lines) => [...lines, { key, item }]);
  return key;
}

/** C03: empties a cart of one line, only if the id matches. */
export function removePlan(planId: string): void {
  if (cart.get()?.item.id === planId) cart.clear();
}

/** After the first one is gone, the next one is the first. The last one empties the cart. */
export function removeLine(key: string): void {
  change((lines) => lines.filter((one) => one.key !== key));
}

export function changePlan(key: string, item: Plan): void {
  change((lines) => lines.map((one) => (one.key === key ? { key, item } : one)));
}

/** In the words of another language. */
export function rewordLines(plans: readonly Plan[], language: string): void {
  change(
    (lines) =>
      lines.map((line) => {
        const words = plans.find(({ id }) => id === line.item.id)?.retailDescription;
        return words === undefined
          ? line
          : { ...line, item: { ...line.item, retailDescription: words } };
      }),
    { words: language },
  );
}

/**
 * Ordered. What another tab added meanwhile is a cart of its own: the order of this one is over.
 * @param lines their keys, or how many they are
 */
export function takeOut(lines: readonly string[] | number): void {
  const left = (line: FurtherLine, at: number) =>
    typeof lines === 'number' ? at >= lines : !lines.includes(line.key);
  change((all) => all.filter(left), { as: newId() });
}
