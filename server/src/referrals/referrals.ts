import type { Referral, viewReferrals as viewCall } from '@portside/contract/referrals';
import type { OutputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { findLine, hasLiveLine } from '../lines/lines.ts';
import { dollars } from '../money.ts';
import { spellCode } from './spelling.ts';
import * as store from './store.ts';

const SHOWN = 100;

/** P07. Who looks for the first time, and has a line, has a code from then on. */
export async function viewReferrals(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof viewCall> | Refused<ReasonOf<typeof viewCall>>> {
  const { referrals } = who.brand;
  if (!referrals) return refused('referrals_off');
  const db = app.db.query;
  const hasLine = await hasLiveLine(db, who);
  const through = await store.joinedThrough(db, who);
  const own = through.find(({ state }) => state !== 'not_counted') ?? through[0];
  return {
    youGet: dollars(referrals.referrerCents),
    friendGets: dollars(referrals.friendCents),
    mostInYear: referrals.mostInYear,
    code: hasLine ? await codeOf(app, who) : null,
    hasLine,
    referrals: (await store.friendsOf(db, who, SHOWN)).map((row) => shown(row, row.referrer_cents)),
    ...(own && { own: await ownOf(app, who, own) }),
  };
}

/** Where the line has ended, no second month of it will be paid. */
async function ownOf({ db }: App, who: Customer, row: store.ReferralRow): Promise<Referral> {
  const own = shown(row, row.friend_cents);
  if (own.state !== 'joined' || !row.line_id) return own;
  const line = await findLine(db.query, who, row.line_id);
  return line && line.status !== 'ended' ? own : { ...own, state: 'not_counted' };
}

async function codeOf(app: App, who: Customer): Promise<string | null> {
  const [known] = await store.codesOf(app.db.query, who);
  if (known) return known.code;
  // Support looks, and begins nothing.
  return who.agent ? null : makeCode(app, who);
}

function makeCode(app: App, who: Customer): Promise<string> {
  return app.db.transaction(async (tx) => {
    await store.lockCodesOf(tx, who);
    const [known] = await store.codesOf(tx, who);
    if (known) return known.code;
    const { tenant: tenant_id, customerId: customer_id } = who;
    for (;;) {
      const code = spellCode(app.random);
      const row = { id: app.random.id('rfc'), tenant_id, customer_id, code };
      if (await store.insertCode(tx, { ...row, created_at: app.clock.now() })) return code;
    }
  });
}

const shown = (row: store.ReferralRow, cents: number): Referral => ({
  on: (row.joined_at ?? row.asked_at).toISOString(),
  state: row.state === 'asked' || cents === 0 ? 'not_counted' : row.state,
  amount: dollars(cents),
});
