import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import type {
  blockLine as blockLineCall,
  unblockLine as unblockLineCall,
} from '@portside/contract/line-block';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { blockedEmail, unblockedEmail } from './block-emails.ts';
import { openHold } from './hold-store.ts';
import { publishLine } from './line-news.ts';
import { memberOf } from './members.ts';
import * as store from './store.ts';
import { networkAskOf } from './network-asks.ts';
import { liftSuspension, suspendLine, suspensionsOf } from './suspension.ts';
import { tellOfLine } from './told.ts';

type Block = typeof blockLineCall;
type Unblock = typeof unblockLineCall;

/**
 * At once and without a proof: the phone is gone. Its paid days run on (K13).
 * @throws No `not_found`, for another customer's line too
 */
export function blockLine(
  app: App,
  who: Customer,
  { id, reason = 'other' }: ParsedInputOf<Block>,
): Promise<OutputOf<Block> | Refused<ReasonOf<Block>>> {
  return app.db.transaction(async (tx) => {
    const line = await store.lockLineOf(tx, who, id);
    if (!line) throw notFound();
    if (line.status === 'ended') return refused('line_ended');
    if (line.status === 'pending' || line.status === 'activating') return refused('not_active');
    const began = await suspendLine(app, tx, id, 'blocked', { tell: true });
    if (began) await noteActivity(app, tx, who, 'line_blocked', { line: phone(line.mdn), reason });
    // The network had paused it before, so it is blocked now; else once the network has confirmed.
    if (began === 'done') {
      const isHeld = (await openHold(tx, id)) !== undefined;
      await tellOfLine(app, tx, line, 'use', (brand, reader) =>
        blockedEmail(brand, reader, line, isHeld),
      );
    }
    const waits = await networkAskOf(tx, id);
    const isGiven = (await memberOf(tx, who.tenant, id)) !== undefined;
    const asked = isGiven ? askedOfGiven : askedWords;
    return { message: say(who.language, waits ? asked : doneWords) };
  });
}

/** @throws No `not_found`, for another customer's line too */
export function unblockLine(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Unblock>,
): Promise<OutputOf<Unblock> | Refused<ReasonOf<Unblock>>> {
  return app.db.transaction(async (tx) => {
    const line = await store.lockLineOf(tx, who, id);
    if (!line) throw notFound();
    if (line.status === 'ended') return refused('line_ended');
    const ended = await liftSuspension(app, tx, id, 'blocked', { tell: true });
    const [other] = await suspensionsOf(tx, id);
    const hold = other === 'on_hold' ? await openHold(tx, id) : undefined;
    const isAsked = hold?.confirmed_at === null;
    if (ended) {
      await publishLine(app, tx, line, line.status);
      await noteActivity(app, tx, who, 'line_unblocked', { line: phone(line.mdn) });
    }
    if (ended === 'done') {
      await tellOfLine(app, tx, line, 'use', (brand, reader) =>
        unblockedEmail(brand, reader, line, { other, isAsked }),
      );
    }
    const isGiven = (await memberOf(tx, who.tenant, id)) !== undefined;
    const words = isGiven ? { ...sentences, ...ofGiven } : sentences;
    const holding = isGiven ? goingOnHoldOfGiven : goingOnHold;
    return { message: say(who.language, isAsked ? holding : words[other ?? 'none']) };
  });
}

const askedWords = 'We asked the network to block your line. You’ll get an email when it’s done.';
const askedOfGiven =
  'We asked the network to block the line. Its page shows when it’s done, and who has the line gets an email.';
const doneWords = 'Your line is blocked. Nobody can use it now.';

const goingOnHold =
  'The block is over. Your line is being put on hold, and you’ll get an email when that’s done.';

const goingOnHoldOfGiven = 'The block is over. The line is being put on hold.';

/** Said to its holder and to who has it alike. */
const ofGiven = {
  none: 'We asked the network to turn the line back on. Its page shows when it works, and who has the line gets an email.',
  unpaid: 'The line is unblocked. It’s still paused, because its next 30 days aren’t paid.',
  by_operator: 'The line is unblocked, but we paused it. Please contact us.',
  on_hold: 'The line is unblocked. It’s still on hold.',
} as const;

const sentences = {
  none: 'We asked the network to turn your line back on. You’ll get an email when it works.',
  unpaid: 'Your line is unblocked. It’s still paused, because its next 30 days aren’t paid.',
  by_operator: 'Your line is unblocked, but we paused it. Please contact us.',
  on_hold: 'Your line is unblocked. It’s still on hold.',
  blocked: '',
} as const;
