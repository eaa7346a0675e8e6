import { mayStand, type Ledger } from './ledger.ts';

/** What stands in the database and at the providers when all is over. */
export interface Books {
  readonly orders: readonly OrderRow[];
  readonly charges: readonly ChargeRow[];
  /** Receipts: payments that came in. */
  readonly receipts: readonly {
    readonly owner: string;
    readonly email: string;
    readonly cents: number;
  }[];
  readonly refunds: readonly {
    readonly ref: string;
    readonly cents: number;
    readonly status: string;
  }[];
  readonly lines: readonly LineRow[];
  readonly periods: readonly PeriodRow[];
  readonly portIns: readonly {
    readonly id: string;
    readonly msisdn: string;
    readonly status: string;
    readonly mdn: string | null;
  }[];
  readonly accounts: readonly string[];
  /** Whose account the address is; another one has it until a code joins them (0175). */
  readonly holders: readonly string[];
  readonly sent: readonly { readonly id: string; readonly to: string; readonly subject: string }[];
  /** Each that was to be sent, by its job. */
  readonly letters: readonly string[];
  /** Those that somebody still has to do, or gave up. */
  readonly jobs: readonly {
    readonly name: string;
    readonly state: string;
    readonly says: string;
  }[];
  /** What waits at the desk for a person. */
  readonly stuck: readonly string[];
  readonly locks: readonly string[];
  readonly kept: ReadonlySet<string>;
  /** By what it is about, as the ledger names it; `ended` for autopay of a line that has ended. */
  readonly stands: ReadonlyMap<string, string>;
  readonly provider: {
    readonly charges: readonly {
      readonly ref: string;
      readonly owner: string;
      readonly cents: number;
      readonly paid: boolean;
    }[];
    readonly refunds: readonly {
      readonly ref: string;
      readonly charge: string;
      readonly cents: number;
      readonly status: string;
    }[];
  };
  readonly carrier: {
    readonly lines: readonly {
      readonly key: string;
      readonly mdn: string;
      readonly status: string;
    }[];
    readonly portIns: readonly { readonly msisdn: string; readonly status: string }[];
  };
  readonly arrived: readonly {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    /** How many payments it is the receipt of. */
    readonly receipts: number;
  }[];
  /** Who could not log in. */
  readonly lockedOut: readonly string[];
}
export interface OrderRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly cents: number;
  readonly line: string | null;
  /** What it pays for was there, if only for a while. */
  readonly begun: boolean;
}
export interface ChargeRow {
  readonly owner: string;
  readonly ref: string | null;
  readonly cents: number;
  readonly status: string;
}
export interface LineRow {
  readonly id: string;
  readonly order: string | null;
  readonly status: string;
  readonly mdn: string;
}
export interface PeriodRow {
  readonly line: string;
  readonly number: number;
  readonly order: string | null;
  readonly from: number;
  readonly to: number;
}

export interface Finding {
  readonly rule: string;
  readonly looked: number;
  readonly broken: readonly string[];
}
type Rule = readonly [name: string, look: (books: Books, ledger: Ledger) => Omit<Finding, 'rule'>];

const PAID = ['paid', 'refunding', 'refund_failed', 'refunded'];
const ENDS = ['paid', 'declined', 'cancelled', 'refunded'];
const LIVES = ['active', 'suspended'];
const PORT_IN_ENDS = ['completed', 'cancelled', 'expired', 'failed'];

const among = <T>(all: readonly T[], broken: (one: T) => boolean) => ({
  looked: all.length,
  broken: all.filter(broken).map((one) => JSON.stringify(one)),
});
const repeated = (all: readonly string[]) => ({
  looked: all.length,
  broken: [...Map.groupBy(all, (one) => one)].flatMap(([one, same]) =>
    same.length > 1 ? [`${one}, ${same.length} times`] : [],
  ),
});

export const rules: readonly Rule[] = [
  [
    'money: the provider charged what the order says, once, and there is one receipt',
    ({ orders, charges, receipts, provider }) => {
      const theirs = Map.groupBy(
        provider.charges.filter(({ paid }) => paid),
        ({ owner }) => owner,
      );
      const ours = Map.groupBy(
        charges.filter(({ status }) => status === 'paid'),
        ({ owner }) => owner,
      );
      const told = Map.groupBy(receipts, ({ owner }) => owner);
      const moneyOf = (all: readonly { cents: number }[] = []) =>
        all.map(({ cents }) => cents).filter((cents) => cents > 0);
      const compared = orders.map((one) => ({
        ...one,
        taken: moneyOf(theirs.get(one.id)),
        noted: moneyOf(ours.get(one.id)),
        told: moneyOf(told.get(one.id)),
      }));
      return among(compared, ({ status, cents, ...books }) => {
        const owed = JSON.stringify(PAID.includes(status) && cents > 0 ? [cents] : []);
        return [books.taken, books.noted, books.told].some((all) => JSON.stringify(all) !== owed);
      });
    },
  ],
  [
    'money: no charge at the provider is for nothing',
    ({ orders, provider }) => {
      const known = new Set(orders.map(({ id }) => id));
      return among(provider.charges, ({ owner, paid }) => paid && !known.has(owner));
    },
  ],
  [
    'money: each refund went back once, and none that we do not know',
    ({ refunds, provider }) => {
      const ours = new Map(refunds.map((one) => [one.ref, one]));
      const theirs = new Map(provider.refunds.map((one) => [one.ref, one]));
      // What became credit never went to the card.
      const toCards = refunds.filter(({ status }) => status !== 'by_hand');
      const lost = among(toCards, ({ ref, cents, status }) => {
        const there = theirs.get(ref);
        return status !== 'refunded' || there?.cents !== cents || there.status !== 'succeeded';
      });
      const unknown = among(provider.refunds, ({ ref }) => !ours.has(ref));
      return { looked: lost.looked, broken: [...lost.broken, ...unknown.broken] };
    },
  ],
  [
    'orders: each has an end',
    ({ orders }) => among(orders, ({ status }) => !ENDS.includes(status)),
  ],
  [
    'orders: what was paid for is there, once',
    ({ orders, lines, periods }) => {
      const ofOrder = Map.groupBy(lines, ({ order }) => order);
      const paidBy = Map.groupBy(periods, ({ order }) => order);
      const paid = orders.filter(({ status }) => status === 'paid');
      return among(paid, ({ id, kind }) => {
        if (kind === 'add_on') return false;
        const bought = kind === 'new_line' ? (ofOrder.get(id) ?? []) : [];
        if (kind === 'new_line' && bought.length !== 1) return true;
        return paidBy.get(id)?.length !== 1;
      });
    },
  ],
  [
    'lines: none waits for anything',
    ({ lines }) => among(lines, ({ status }) => ![...LIVES, 'ended'].includes(status)),
  ],
  [
    'lines: periods follow each other, and each is paid by an order of its own',
    ({ periods, orders }) => {
      const paid = new Set(
        orders.filter(({ status }) => PAID.includes(status)).map(({ id }) => id),
      );
      const byLine = Map.groupBy(periods, ({ line }) => line);
      const clash = [...byLine.values()].flatMap((all) => {
        // One that was cut short to nothing begins where the next does.
        const sorted = all.toSorted((a, b) => a.number - b.number);
        return sorted.filter((one, at) => {
          const next = sorted[at + 1];
          return next !== undefined && (next.from < one.to || next.number === one.number);
        });
      });
      const unpaid = periods.filter(({ order }) => order === null || !paid.has(order));
      const owners = repeated(periods.flatMap(({ order }) => (order === null ? [] : [order])));
      return {
        looked: periods.length,
        broken: [...[...clash, ...unpaid].map((one) => JSON.stringify(one)), ...owners.broken],
      };
    },
  ],
  [
    'carrier: each line is there once, with our number, and ends where ours does',
    ({ lines, carrier }) => {
      const byKey = Map.groupBy(carrier.lines, ({ key }) => key);
      const compared = lines.map((one) => ({ ...one, there: byKey.get(one.id) ?? [] }));
      const ours = among(compared, ({ status, mdn, there }) => {
        const open = there.filter((one) => one.status !== 'ended');
        if (status === 'ended') return open.length !== 0;
        return open.length !== 1 || open[0]?.mdn !== mdn || open[0].status !== 'active';
      });
      const known = new Set(lines.map(({ id }) => id));
      const strange = among(
        carrier.lines,
        ({ key, status }) => status !== 'ended' && !known.has(key),
      );
      return { looked: ours.looked, broken: [...ours.broken, ...strange.broken] };
    },
  ],
  [
    'lines: no number is on two',
    ({ lines }) =>
      repeated(lines.flatMap(({ mdn, status }) => (mdn && status !== 'ended' ? [mdn] : []))),
  ],
  [
    'port-ins: each has an end, and its line the number',
    ({ portIns }) =>
      among(
        portIns,
        ({ status, msisdn, mdn }) =>
          !PORT_IN_ENDS.includes(status) ||
          (status === 'completed' && mdn !== null && mdn !== msisdn),
      ),
  ],
  [
    'port-ins: the carrier moved each number once, and has none under way',
    ({ carrier }) => {
      const moved = carrier.portIns.filter(({ status }) => status === 'completed');
      const open = carrier.portIns.filter(
        ({ status }) => !['draft', 'completed', 'canceled'].includes(status),
      );
      const twice = repeated(moved.map(({ msisdn }) => msisdn));
      return {
        looked: carrier.portIns.length,
        broken: [...twice.broken, ...open.map((one) => JSON.stringify(one))],
      };
    },
  ],
  [
    'emails: each that was written has arrived, and no other',
    ({ letters, sent, arrived }) => {
      const there = new Set(arrived.map(({ id }) => id));
      const written = new Set(letters);
      const lost = [...letters, ...sent.map(({ id }) => id)].filter((id) => !there.has(id));
      const strange = among(arrived, ({ id }) => !written.has(id));
      return { looked: letters.length, broken: [...lost, ...strange.broken] };
    },
  ],
  [
    'emails: one receipt for each payment, one welcome for each account',
    ({ orders, receipts, arrived, accounts }) => {
      const count = (all: readonly string[]) =>
        new Map([...Map.groupBy(all, (one) => one)].map(([one, same]) => [one, same.length]));
      const once = [...new Map(arrived.map((one) => [one.id, one])).values()];
      // One email may tell of several payments.
      const told = count(once.flatMap((one) => Array.from({ length: one.receipts }, () => one.to)));
      const welcomed = count(
        once.filter(({ subject }) => subject.startsWith('Welcome')).map(({ to }) => to),
      );
      const opened = count(accounts);
      // Who got nothing for it is told of the refund, and of no receipt.
      const forNothing = new Set(
        orders.filter(({ status, begun }) => status === 'refunded' && !begun).map(({ id }) => id),
      );
      const owed = receipts.filter(({ owner }) => !forNothing.has(owner));
      const paid = count(owed.map(({ email }) => email));
      return among(
        accounts.map((email) => ({
          email,
          payments: paid.get(email) ?? 0,
          receipts: told.get(email) ?? 0,
          accounts: opened.get(email) ?? 0,
          welcomes: welcomed.get(email) ?? 0,
          orders: receipts.flatMap((one) => (one.email === email ? [one.owner] : [])),
          subjects: once.flatMap(({ to, subject }) => (to === email ? [subject] : [])),
        })),
        (one) => one.payments !== one.receipts || one.welcomes !== one.accounts,
      );
    },
  ],
  ['jobs: none is stuck or given up', ({ jobs }) => ({ ...among(jobs, () => true) })],
  ['desk: nothing waits for a person', ({ stuck }) => ({ looked: stuck.length, broken: stuck })],
  ['database: no lock was left behind', ({ locks }) => ({ looked: locks.length, broken: locks })],
  [
    'acknowledged: each account and order is there',
    ({ accounts, orders }, ledger) => {
      const emails = new Set(accounts);
      const ids = new Set(orders.map(({ id }) => id));
      const lost = [
        ...ledger.accounts.filter(({ email }) => !emails.has(email)).map(({ email }) => email),
        ...ledger.orders.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
      ];
      return { looked: ledger.accounts.length + ledger.orders.length, broken: lost };
    },
  ],
  [
    'acknowledged: each message, answer and refund is there',
    ({ kept }, ledger) => among(ledger.kept, ({ id }) => !kept.has(id)),
  ],
  [
    'acknowledged: what was written last stands',
    ({ stands }, ledger) => {
      const said = [...ledger.latest].filter(([, tries]) => tries.some((one) => one.acknowledged));
      const broken = said.flatMap(([about, tries]) => {
        const now = stands.get(about) ?? 'nothing';
        // What was said of a line that is no more has gone with it.
        if (now === 'ended') return [];
        const may = mayStand(tries);
        return may.includes(now) ? [] : [`${about}: ${now}, not ${may.join(' or ')}`];
      });
      return { looked: said.length, broken };
    },
  ],
  ['accounts: no address has two', ({ holders }) => repeated(holders)],
  [
    'accounts: everybody can log in',
    ({ accounts, lockedOut }) => ({ looked: accounts.length, broken: lockedOut }),
  ],
  [
    'calls: none was answered 500',
    (_, { bugs, calls }) => ({
      looked: calls.answered + calls.refused + calls.unanswered,
      broken: bugs,
    }),
  ],
];

export const judge = (books: Books, ledger: Ledger): Finding[] =>
  rules.map(([rule, look]) => ({ rule, ...look(books, ledger) }));
