import { type Clock, later, minutes } from '../../../clock.ts';
import type { Random } from '../../../random.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { RequestKey, RequestRow, WholesaleStore } from './store.ts';

export type Made = Pick<RequestRow, 'state'> &
  Partial<Pick<RequestRow, 'msisdn' | 'iccid' | 'reason'>>;

interface Asked extends RequestKey {
  /** Of everything that was asked: a key is for one request. */
  fingerprint: string;
  msisdn?: string;
  iccid?: string;
  /** At the carrier, before each attempt; `row.sent` is 0 while it cannot be there. */
  find(row: RequestRow): Promise<Made | undefined>;
  make(row: RequestRow): Promise<Made>;
}

export type Once = (asked: Asked) => Promise<RequestRow>;

/** As long as the slowest answer takes, and the look before it. */
const LEASE = minutes(2);

/** The carrier is told our key and cannot look it up, so it is kept here before the call. */
export function wholesaleOnce(store: WholesaleStore, clock: Clock, random: Random): Once {
  const underWay = new Map<string, Promise<RequestRow>>();

  async function send(asked: Asked, row: RequestRow): Promise<Made> {
    await store.change(asked, { sent: row.sent + 1 });
    try {
      return await asked.make(row);
    } catch (error) {
      const isKnown = error instanceof OutsideFailure && error.outcome === 'not_done';
      if (isKnown) await store.change(asked, { sent: row.sent });
      throw error;
    }
  }

  async function attempt(asked: Asked): Promise<RequestRow> {
    const now = clock.now();
    const row = await store.lease(asked, now, later(now, LEASE));
    if (!row) {
      const other = await store.one(asked);
      if (other && other.state !== 'asked') return other;
      throw new OutsideFailure('carrier', 'not_done', new Error('It is being asked already'));
    }
    try {
      const made = (await asked.find(row)) ?? (await send(asked, row));
      const { fingerprint } = asked;
      await store.change(asked, { ...made, fingerprint, leased_until: null });
      return { ...row, ...made };
    } catch (error) {
      await store.change(asked, { leased_until: null });
      throw error;
    }
  }

  return async (asked) => {
    const { kind, key, fingerprint, msisdn = '', iccid = '' } = asked;
    const ref = random.id('whl');
    const fresh = { kind, key, ref, fingerprint, msisdn, iccid, asked_at: clock.now() };
    const row = await store.add(fresh);
    // A line that began with its number was not asked for by itself. Until it is made it may be put
    // right, but for what it is found by: an operator sets the carrier's id of the plan.
    const isSame = row.fingerprint === fingerprint || row.fingerprint === '';
    const isFound = row.msisdn === msisdn && row.iccid === iccid;
    if (!isSame && !(row.state === 'asked' && isFound)) {
      throw new Error(`The idempotency key ${key} was used for another request`);
    }
    if (row.state !== 'asked') return row;
    const name = `${kind} ${key}`;
    const running = underWay.get(name) ?? attempt(asked).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}
