import type { Card } from '@portside/contract/payments';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import type * as store from './autopay-store.ts';
import { cardsOf } from '../payments/cards.ts';

export interface AutopayCards {
  readonly first: Card | undefined;
  readonly second: Card | undefined;
}

type Chosen = Pick<store.Autopay, 'card_id' | 'second_card_id'>;

/** The chosen ones that are still saved; the primary one in place of the first. */
export function chooseCards(saved: readonly Card[], chosen: Chosen | undefined): AutopayCards {
  const first =
    saved.find(({ id }) => id === chosen?.card_id) ?? saved.find((one) => one.primaryCard);
  const second = saved.find(({ id }) => id === chosen?.second_card_id && id !== first?.id);
  return { first, second };
}

/** What autopay of a line charges. */
export const autopayCards = async (db: Query, owner: Owner, chosen: Chosen | undefined) =>
  chooseCards(await cardsOf(db, owner), chosen);

/** The bank said never again of these. */
export const neverAgain = ({ never_cards }: Pick<store.Autopay, 'never_cards'>) =>
  never_cards.split(' ').filter((id) => id !== '');

/** The card of the try that is next; nothing when it was deleted, or may not be tried. */
export function cardOfTry(
  autopay: Pick<store.Autopay, 'trying_second' | 'never_cards'>,
  { first, second }: AutopayCards,
): Card | undefined {
  const never = neverAgain(autopay);
  const left = (autopay.trying_second ? [second] : [first, second]).filter((one) => one);
  return left.find((one) => one && !never.includes(one.id));
}
