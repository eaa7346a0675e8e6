import type { setAutopayCards as setAutopayCardsCall } from '@portside/contract/autopay';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { holdLine, viewRenewable } from '../lines/renewable.ts';
import { say } from '../words/say.ts';
import { autopayOf } from './autopay.ts';
import { chooseCards } from './autopay-cards.ts';
import { cardsChosenEmail } from './autopay-emails.ts';
import * as store from './autopay-store.ts';
import { viewPerson } from '../account/person.ts';
import { cardsOf } from '../payments/cards.ts';

type Call = typeof setAutopayCardsCall;

/**
 * Which cards autopay of a line charges (P11). What is absent stays.
 * @throws No `not_found`, for another customer's line too
 */
export async function setAutopayCards(
  app: App,
  who: Customer,
  { id, cardId, secondCardId }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const line = await viewRenewable(app.db.query, who, id);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  const person = await viewPerson(app.db.query, who);
  const now = app.clock.now();
  const no = await app.db.transaction(async (tx) => {
    await holdLine(tx, id);
    const saved = await cardsOf(tx, who);
    const row = await store.lockAutopay(tx, id);
    const before = chooseCards(saved, row);
    const isKnown = (wanted: string) => saved.some((one) => one.id === wanted);
    if ([cardId, secondCardId].some((one) => one && !isKnown(one))) return refused('unknown_card');
    const first = cardId ?? before.first?.id;
    // Who makes the second card the first has none behind it any more.
    const kept = before.second?.id === first ? undefined : before.second?.id;
    const second = secondCardId === undefined ? kept : (secondCardId ?? undefined);
    if (second !== undefined && second === first) return refused('same_card');
    if (first === before.first?.id && second === before.second?.id) return undefined;
    const isPrimary = saved.some((one) => one.id === first && one.primaryCard);
    const isOn = row?.is_on ?? false;
    await store.saveAutopay(tx, {
      line_id: id,
      tenant_id: who.tenant,
      is_on: isOn,
      updated_at: now,
    });
    await store.setAutopay(tx, id, {
      card_id: isPrimary ? null : (first ?? null),
      second_card_id: second ?? null,
      card_told_at: null,
    });
    const after = chooseCards(saved, {
      card_id: first ?? null,
      second_card_id: second ?? null,
    });
    if (!isOn) return undefined;
    const email = cardsChosenEmail(who.brand, person, line, after);
    await queueEmail(app, tx, who.brand, person.email, email);
    return undefined;
  });
  if (no) return no;
  return {
    message: say(who.language, 'The cards for autopay are set.'),
    autopay: await autopayOf(app, who, line),
  };
}
