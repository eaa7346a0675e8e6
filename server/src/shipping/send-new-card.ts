import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { sendNewCard as sendNewCardCall } from '@portside/contract/shipping';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { publishCard, viewCardLine } from '../lines/card-arrives.ts';
import { say } from '../words/say.ts';
import { isLate, lockShipment, over, prepareCard } from './shipments.ts';
import * as store from './store.ts';

type Call = typeof sendNewCardCall;

/**
 * A card that has not come in ten days is lost: it never starts the line, and a new one is free.
 * @throws No `not_found`, also for another customer's line
 */
export async function sendNewCard(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  if (!(await viewCardLine(app.db.query, who, id))) throw notFound();
  const [found] = await store.openOf(app.db.query, [id]);
  if (!found) return refused('no_card');
  const answer = () => ({
    message: say(
      who.language,
      'We’re preparing a new SIM card, free of charge. We’ll email you when it’s mailed.',
    ),
  });
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, found.id);
    // Another tab was first.
    if (!both) return answer();
    const { card } = both;
    if (!isLate(card, app.clock.now())) return refused('too_early');
    await over(app, tx, card, 'lost');
    await prepareCard(app, tx, {
      tenant: card.tenant_id,
      lineId: card.line_id,
      ...(card.replacement_id && { replacementId: card.replacement_id }),
      recipient: card.recipient,
      address: (card.address ?? '').split('\n'),
    });
    await publishCard(app, tx, id);
    return answer();
  });
}
