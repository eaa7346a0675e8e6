import { type Clock, later, minutes } from '../../../clock.ts';
import type { Random } from '../../../random.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { GigsStore, RequestKey, RequestRow } from './store.ts';

/** What became of it. */
export type Made =
  | { state: 'made'; their_id: string; subscription_id?: string }
  | { state: 'refused'; reason: string };

/** Made, refused, or canceled before either. */
type Settled = RequestRow &
  (
    | { state: 'made'; their_id: string }
    | { state: 'refused'; reason: string }
    | { state: 'canceled' }
  );

export interface Asked extends RequestKey {
  /** Of everything that was asked: a key is for one request. */
  fingerprint: string;
  /** At Gigs, made by an attempt whose answer was lost. @param since no earlier one */
  find(row: RequestRow): Promise<Made | undefined>;
  make(row: RequestRow): Promise<Made>;
}

/** Longer than all calls of an attempt may take. */
const LEASE = minutes(5);
/** So long may an attempt without an answer be under way at Gigs, unseen. */
const UNSURE = minutes(1);

/**
 * Gigs documents no idempotency keys for everybody, so the key is kept here, before the call; each
 * attempt looks at Gigs first, and Gigs’ id is kept after it. A lost answer is thus found again, not
 * made again.
 */
export function gigsOnce(store: GigsStore, clock: Clock, random: Random) {
  const underWay = new Map<string, Promise<Settled>>();

  async function attempt(asked: Asked): Promise<Settled> {
    const now = clock.now();
    const row = await store.lease(asked, now, later(now, LEASE));
    if (!row) {
      const other = await store.one(asked);
      if (other && other.state !== 'asked') return other as Settled;
      throw new OutsideFailure('carrier', 'not_done', new Error('It is being asked already'));
    }
    let isTried = false;
    try {
      const found = await asked.find(row);
      const isUnsure = row.unsure_until !== null && row.unsure_until > clock.now();
      if (!found && isUnsure) throw new OutsideFailure('carrier', 'unknown');
      isTried = !found;
      const made = found ?? (await asked.make(row));
      const { fingerprint } = asked;
      await store.change(asked, { ...made, fingerprint, leased_until: null, unsure_until: null });
      return { ...row, ...made };
    } catch (error) {
      const isLost = isTried && error instanceof OutsideFailure && error.outcome === 'unknown';
      await store.change(asked, {
        leased_until: null,
        ...(isLost && { unsure_until: later(clock.now(), UNSURE) }),
      });
      throw error;
    }
  }

  return async (asked: Asked): Promise<Settled> => {
    const { kind, key, fingerprint } = asked;
    const row = await store.add({
      kind,
      key,
      fingerprint,
      ref: random.id('gigs'),
      state: 'asked',
      asked_at: clock.now(),
    });
    // One that was stopped before it was asked has none. Until it is made it may be put right: an
    // operator sets the carrier's id of the plan.
    const isSame = row.fingerprint === fingerprint || row.fingerprint === '';
    if (!isSame && row.state !== 'asked') {
      throw new Error(`The idempotency key ${key} was used for another request`);
    }
    if (row.state !== 'asked') return row as Settled;
    const name = `${kind} ${key}`;
    const running = underWay.get(name) ?? attempt(asked).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}
export type Once = ReturnType<typeof gigsOnce>;

export const fingerprintOf = (...parts: readonly unknown[]) => JSON.stringify(parts);
