import type * as calls from '@portside/contract/line-separation';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { Refused, refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { findByLink, lockByLink } from './by-link.ts';
import { freeAll } from './keeping.ts';
import { openTold, sealMessage } from './sealed.ts';
import { shownTo } from './shown.ts';
import * as store from './store.ts';

type View = typeof calls.viewSeparation;
type Answer = typeof calls.answerSeparation;
type Withdraw = typeof calls.withdrawSeparation;

const MOST_MESSAGES = 20;

export async function viewSeparation(
  app: App,
  who: Visitor,
  { token }: ParsedInputOf<View>,
): Promise<OutputOf<View> | Refused<ReasonOf<View>>> {
  const row = await findByLink(app, app.db.query, who, token);
  return row instanceof Refused ? row : { separation: await shownTo(app, app.db.query, row) };
}

/** What staff asked is answered then. */
export function answerSeparation(
  app: App,
  who: Visitor,
  { token, text }: ParsedInputOf<Answer>,
): Promise<OutputOf<Answer> | Refused<ReasonOf<Answer>>> {
  return app.db.transaction(async (tx) => {
    const row = await lockByLink(app, tx, who, token);
    if (row instanceof Refused) return row;
    const theirs = (await store.messagesOf(tx, row.id)).filter(({ ours }) => !ours);
    if (theirs.length >= MOST_MESSAGES) return refused('too_many');
    const id = app.random.id('sme');
    await store.insertMessage(tx, {
      id,
      separation_id: row.id,
      tenant_id: row.tenant_id,
      ours: false,
      sealed: sealMessage(app, id, { by: openTold(app, row)?.name ?? '', text }),
      at: app.clock.now(),
    });
    await store.changeSeparation(tx, row.id, { asked_at: null });
    const message = say(who.language, 'We have your message.');
    return { message, separation: await shownTo(app, tx, { ...row, asked_at: null }) };
  });
}

/** What was sent is gone at once. Again it is harmless. */
export function withdrawSeparation(
  app: App,
  who: Visitor,
  { token }: ParsedInputOf<Withdraw>,
): Promise<OutputOf<Withdraw> | Refused<ReasonOf<Withdraw>>> {
  return app.db.transaction(async (tx) => {
    const done = {
      message: say(who.language, 'You took your request back. What you sent is deleted.'),
    };
    const row = await lockByLink(app, tx, who, token);
    if (row instanceof Refused) {
      const now = row.reason === 'over' && (await findByLink(app, tx, who, token));
      return now && !(now instanceof Refused) && now.state === 'withdrawn' ? done : row;
    }
    await freeAll(app, tx, row);
    await store.changeSeparation(tx, row.id, {
      state: 'withdrawn',
      decided_at: app.clock.now(),
      asked_at: null,
    });
    await store.dropSent(tx, row.id);
    return done;
  });
}
