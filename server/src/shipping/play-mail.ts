import type { PlayMail } from '../adapters/sandbox/mail-control.ts';
import type { App } from '../app.ts';
import { Refused } from '../http/no.ts';
import { findCardLine } from '../lines/card-arrives.ts';
import { markArrived, markMailed } from './mailing.ts';
import * as store from './store.ts';

/** The sandbox plays who packs cards and who brings them. */
export const playMailOf =
  (app: App): PlayMail =>
  async ({ lineId, msisdn, step, mailed }) => {
    const line = await findCardLine(app.db.query, { lineId, msisdn });
    const card = line && (await store.latestOf(app.db.query, line.id));
    if (!card) return { kind: 'unknown' };
    const at = { kind: 'moved', lineId: card.line_id } as const;
    if (card.ended_at) return { ...at, state: card.state };
    if (step === 'mailed') {
      if (card.state !== 'preparing') return { ...at, state: card.state };
      const done = await markMailed(app, card.id, { ...mailed, by: 'sandbox', corrects: true });
      return done instanceof Refused
        ? { kind: 'refused', why: 'This line waits for no SIM card.' }
        : { ...at, state: 'mailed' };
    }
    const done = await markArrived(app, card.id);
    return done instanceof Refused
      ? { kind: 'refused', why: 'Mail the SIM card first.' }
      : { ...at, state: done };
  };
