import { changeNumber } from '@portside/contract/number-change';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { openPortOut } from '@portside/contract/port-out';
import { quoteRenewal } from '@portside/contract/renewals';
import { viewSafety } from '@portside/contract/safety';
import { endOtherSessions } from '@portside/contract/sessions';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { days, hours, later, minutes } from '../../clock.ts';
import { beginHold } from '../../lines/holds.ts';
import { numberKeptUntil } from '../../lines/number-kept.ts';
import { nextPeriod } from '../../lines/periods.ts';
import { notePrices } from '../../plans/price-rises.ts';
import { recordPortOut } from '../../port-out/port-outs.ts';
import { renewalCents } from '../../renewals/renewal-price.ts';
import { chargeTime, nextAnnouncement, nextTry, whenTold } from '../../renewals/autopay-times.ts';
import { isExpired } from '../../sim-replacement/denial-link.ts';
import { simOf } from '../../sim-replacement/replacement-view.ts';
import { pure, reasonOf, type Promised, type Stage } from './stage.ts';

const sixtyDays = { lines: { keptDays: 60 }, keptDaysBefore: [] };

const zone = 'America/New_York';

/** Unpaid from now on; its owner is told at the same time. */
async function unpaid(stage: Stage, paidUntil = stage.now()): Promise<string> {
  const id = await stage.line(await stage.person());
  await stage.rows(sql`update lines set paid_until = ${paidUntil} where id = ${id}`);
  await stage.run('follow-unpaid-lines');
  return id;
}

const lapses =
  (isOver: (row: { status: string; days: number }) => boolean, paidAgo = 0): Promised['begin'] =>
  async (stage) => {
    const id = await unpaid(stage, later(stage.now(), -paidAgo));
    return async () => {
      await stage.run('follow-unpaid-lines');
      const [row] = await stage.rows(sql`
        select status, coalesce(max(reminded_days), -1) as days
        from lines left join line_suspensions on line_id = id where id = ${id} group by status`);
      return isOver({ status: String(row?.['status']), days: Number(row?.['days']) });
    };
  };

async function withoutLocks(stage: Stage) {
  const person = await stage.person();
  const id = await stage.line(person);
  const off = later(stage.now(), -1);
  await stage.rows(sql`
    insert into line_locks (line_id, tenant_id, sim_off_at, number_off_at, carrier_off)
    values (${id}, 6, ${off}, ${off}, true)`);
  return { person, id };
}

const tryOf = (number: number) =>
  pure((first, now) => (nextTry(first, number) ?? later(now, 1)) <= now);

/** A charge in twenty days: what is told before it. */
const charge = (now: Date) => later(now, days(20));

/** Mail leaves at once: nobody works here. */
const mailed = (stage: Stage) => stage.rows(sql`update owner_warnings set taken_at = queued_at`);

const reminds = (before: number): Promised => ({
  lasts: days(30) - days(before),
  said: [days(before)],
  home: 'REMINDERS = [7, 3, 1]',
  async begin(stage) {
    const id = await stage.line(await stage.person());
    return async () => {
      await stage.run('remind-to-pay');
      const [row] = await stage.rows(sql`
        select told_days from pay_reminders where line_id = ${id}`);
      return Number(row?.['told_days'] ?? Infinity) <= before;
    };
  },
});

export const ofLines: Readonly<Record<string, Promised>> = {
  '[K01] a period is 30 days': {
    lasts: days(30),
    home: 'PAID_FOR = days(30)',
    begin: pure((from, now) => nextPeriod([], from).to <= now),
  },
  '[K02] the next 30 days are paid from ten days before': {
    lasts: days(30) - days(10),
    said: [days(10)],
    home: 'EARLY = days(10)',
    async begin(stage) {
      const person = await stage.person();
      const id = await stage.line(person);
      return async () => {
        const caller = await stage.again(person);
        return (await reasonOf(caller.call(quoteRenewal, { id }))) !== 'too_early';
      };
    },
  },
  '[K04] a card that expires before a charge is told of 14 days ahead': {
    lasts: days(20) - days(14),
    said: [days(14)],
    home: 'CARD_TOLD_BEFORE = days(14)',
    begin: pure((from, now) => {
      const first = nextAnnouncement(charge(from), from);
      return first !== undefined && first <= now;
    }),
  },
  '[K04] a charge is told three days ahead, and two hours for an email that is tried again': {
    lasts: days(20) - days(3) - hours(2),
    home: 'TELLS_BEFORE = TOLD_BEFORE + hours(2)',
    begin: pure((from, now) => {
      const second = nextAnnouncement(charge(from), later(charge(from), -days(14)));
      return second !== undefined && second <= now;
    }),
  },
  '[K04] what is told later than three days ahead is charged later': {
    lasts: days(20) - days(3),
    said: [days(3)],
    home: 'TOLD_BEFORE = days(3)',
    begin: pure((from, now) => {
      const told = whenTold('line', charge(from), now, zone);
      return told.getTime() !== charge(from).getTime();
    }),
  },
  '[K04] a charge is a whole day before the period ends': {
    lasts: days(1),
    home: 'dayBefore = later(endsAt, -days(1))',
    begin: pure((from, now) => {
      // A period that ends so long after a slot is charged in it, and a shorter one the day before.
      const slot = chargeTime('line', later(from, days(9)), zone);
      const ends = later(slot, now.getTime() - from.getTime());
      return chargeTime('line', ends, zone).getTime() === slot.getTime();
    }),
  },
  '[K05] a second try is a day after the first': {
    lasts: days(1),
    home: 'TRY_AGAIN = [days(1), days(3), days(5)]',
    begin: tryOf(1),
  },
  '[K05] a third try is three days after the first': {
    lasts: days(3),
    home: 'TRY_AGAIN = [days(1), days(3), days(5)]',
    begin: tryOf(2),
  },
  '[K05] the last try is five days after the first': {
    lasts: days(5),
    home: 'TRY_AGAIN = [days(1), days(3), days(5)]',
    begin: tryOf(3),
  },
  '[K26] the first reminder to pay is seven days before the end': reminds(7),
  '[K26] the second reminder to pay is three days before the end': reminds(3),
  '[K26] the last reminder to pay is a day before the end': reminds(1),
  '[K06] an unpaid line’s owner is reminded after 7 days': {
    lasts: days(7),
    home: 'REMINDERS = [7, 30, 53]',
    begin: lapses((row) => row.days >= 7),
  },
  '[K06] an unpaid line’s owner is reminded after 30 days': {
    lasts: days(30),
    home: 'REMINDERS = [7, 30, 53]',
    begin: lapses((row) => row.days >= 30),
  },
  '[K06] an unpaid line’s owner is reminded after 53 days': {
    lasts: days(53),
    home: 'REMINDERS = [7, 30, 53]',
    begin: lapses((row) => row.days >= 53),
  },
  '[K06] an unpaid line’s number is kept for 60 days': {
    lasts: days(60),
    home: 'keptDays: 60',
    begin: lapses(({ status }) => status === 'ended'),
  },
  '[K06] whoever is told late has seven days to pay': {
    lasts: days(7),
    home: 'DAYS_TO_PAY = 7',
    begin: lapses(({ status }) => status === 'ended', days(70)),
  },
  '[K06] emails tell that a number is kept for 60 days': {
    lasts: days(60),
    home: 'keptDays: 60',
    begin: pure((at, now) => numberKeptUntil(sixtyDays, { paidUntil: at, pausedAt: at }) <= now),
  },
  '[K06] emails tell whoever is told late that there are seven days': {
    lasts: days(7),
    home: 'DAYS_TO_PAY = 7',
    begin: pure((at, now) => {
      const paidUntil = later(at, -days(70));
      return numberKeptUntil(sixtyDays, { paidUntil, pausedAt: at }) <= now;
    }),
  },
  '[P09] who has a line on hold is told three days before it is back': {
    lasts: days(30) - days(3),
    said: [days(3)],
    home: 'TELLS_BEFORE = days(3)',
    async begin(stage) {
      const id = await stage.line(await stage.person());
      const line = { tenant: 6, lineId: id };
      await stage.inOne((tx) => beginHold(stage.app, tx, line, { days: 30, dayForEach: 10 }));
      await stage.rows(sql`update line_holds set confirmed_at = began_at where line_id = ${id}`);
      return async () => {
        await stage.run('end-holds');
        const [row] = await stage.rows(sql`select told_at from line_holds where line_id = ${id}`);
        return row?.['told_at'] !== null;
      };
    },
  },
  '[K07] a price that rises is charged 30 days after it was told': {
    lasts: days(30),
    home: 'TOLD_BEFORE = days(30)',
    begin: pure((at, now) => {
      const price = { lastCents: 1000, todayCents: 1200, told: [{ cents: 1200, at }] };
      return renewalCents(price, now) === 1200;
    }),
  },
  '[K07] lines that were bought meanwhile are told a day later': {
    lasts: days(1),
    home: 'LOOK_AGAIN = days(1)',
    async begin(stage) {
      const [before, now] = [1200, 1300].map((cents) => [{ id: 'skiff-2', price_cents: cents }]);
      await stage.inOne((tx) =>
        notePrices(stage.app, tx, 6, { before: before ?? [], now: now ?? [] }),
      );
      await stage.run('tell-prices');
      return async () => {
        const [row] = await stage.rows(sql`select min(look_at) as at from price_rises`);
        const at = row?.['at'];
        return at instanceof Date && at <= stage.now();
      };
    },
  },
  '[K15] a lock goes off after 15 minutes': {
    lasts: minutes(15),
    home: 'unlockMinutes: 15',
    async begin(stage) {
      const person = await stage.person();
      const id = await stage.line(person);
      await stage.prove(person);
      await person.caller.call(setLocks, { id, sim: false, number: false });
      await mailed(stage);
      return async () => {
        const { locks } = await person.caller.call(viewLine, { id });
        return !locks.sim.on && !locks.number.on;
      };
    },
  },
  '[K15] after a change of the account no number and no SIM moves for 24 hours': {
    lasts: hours(24),
    home: 'safetyPauseHours: 24',
    async begin(stage) {
      const person = await stage.person();
      await stage.line(person);
      await stage.prove(person);
      await person.caller.call(endOtherSessions, {});
      return async () => (await person.caller.call(viewSafety, {})).pause === null;
    },
  },
  '[K14] a SIM change begins after 15 minutes': {
    lasts: minutes(15),
    home: 'simChangeMinutes: 15',
    async begin(stage) {
      const { person, id } = await withoutLocks(stage);
      await stage.prove(person);
      await person.caller.call(replaceSim, { id, simType: 'esim' });
      await mailed(stage);
      return async () => {
        await stage.run('begin-sim-changes');
        const [row] = await stage.rows(sql`
          select state from sim_replacements where line_id = ${id}`);
        return row?.['state'] !== 'announced';
      };
    },
  },
  '[K14] how a SIM change ended is told for a day': {
    lasts: hours(24),
    home: 'TOLD_FOR = hours(24)',
    async begin(stage) {
      const id = await stage.line(await stage.person());
      const now = stage.now();
      await stage.rows(sql`insert into sim_replacements
        (id, tenant_id, line_id, state, sim_type, iccid, asked_at, effective_at, ended_at)
        values (${`sim ${id}`}, 6, ${id}, 'done', 'esim', '', ${now}, ${now}, ${now})`);
      return async () => (await simOf(stage.app, stage.app.db.query, id, 'en')) === undefined;
    },
  },
  '[K14] “This wasn’t me” holds for seven days after a SIM change': {
    lasts: days(7),
    home: 'LASTS = days(7)',
    begin: pure((ended_at, now) =>
      isExpired({ clock: { now: () => now } }, { ended_at } as Parameters<typeof isExpired>[1]),
    ),
  },
  '[K16] a transfer PIN holds for seven days': {
    lasts: days(7),
    home: 'LASTS = days(7)',
    async begin(stage) {
      const { person, id } = await withoutLocks(stage);
      await stage.prove(person);
      await person.caller.call(openPortOut, { id });
      return async () => {
        const caller = await stage.again(person);
        return (await caller.call(viewLine, { id })).transferPin === undefined;
      };
    },
  },
  '[K16] a request of another carrier that takes no step ends after 14 days': {
    lasts: days(14),
    home: 'portOutDays: 14',
    async begin(stage) {
      const { id } = await withoutLocks(stage);
      const [line] = await stage.rows(sql`select mdn from lines where id = ${id}`);
      const found = {
        ref: `out ${id}`,
        msisdn: String(line?.['mdn']),
        state: 'requested',
        reason: null,
        changedAt: stage.now(),
      } as const;
      await recordPortOut(stage.app, 6, found);
      const { carrier } = stage.test.adapters;
      return async () => {
        // Asked, the carrier has nothing new.
        const asked = vi.spyOn(carrier, 'viewPortOut').mockResolvedValue(found);
        await stage.run('end-hanging-port-outs');
        asked.mockRestore();
        const [row] = await stage.rows(sql`select let_go_at from port_outs where line_id = ${id}`);
        return row?.['let_go_at'] instanceof Date;
      };
    },
  },
  '[K18] a number is changed once in 30 days': {
    lasts: days(30),
    home: 'ONCE_IN = days(30)',
    async begin(stage) {
      const { person, id } = await withoutLocks(stage);
      const now = stage.now();
      await stage.rows(sql`insert into number_changes
        (id, tenant_id, line_id, zip_code, old_mdn, new_mdn, state, network, user_agent, created_at,
          done_at)
        values (${`num ${id}`}, 6, ${id}, '10038', '1', '2', 'done', '', '', ${now}, ${now})`);
      return async () => {
        const caller = await stage.again(person);
        await stage.rows(sql`update lines set status = 'active' where id = ${id}`);
        const reason = await reasonOf(caller.call(changeNumber, { id, zipCode: '10038' }));
        return reason !== 'too_soon';
      };
    },
  },
};
