import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import * as store from './store.ts';

const LOOKED_BACK = days(7);

/** What a network holds back from all customers of a brand: an operator mends it. */
const causes = {
  unregistered: {
    what: 'not delivered: the sender is not registered for US numbers',
    todo: 'register the campaign (A2P 10DLC) or verify the toll-free number in Twilio’s console',
  },
  filtered: {
    what: 'not delivered: a network takes them for spam',
    todo: 'compare the texts with the registered campaign in Twilio’s console, and ask Twilio’s support',
  },
} as const;

export interface LostTexts {
  readonly tenant: number;
  readonly cause: keyof typeof causes;
  readonly since: Date;
  readonly text: string;
  readonly todo: string;
}

/** Of the last seven days, a missing registration first. */
export async function lostTexts(app: App): Promise<LostTexts[]> {
  const counts = await store.countDeliveries(app.db.query, later(app.clock.now(), -LOOKED_BACK));
  return (['unregistered', 'filtered'] as const).flatMap((cause) =>
    counts
      .filter(({ delivery }) => delivery === cause)
      .map(({ tenant_id: tenant, count, since }) => ({
        tenant,
        cause,
        since,
        text: `${count} of the last seven days ${causes[cause].what}`,
        todo: causes[cause].todo,
      })),
  );
}
