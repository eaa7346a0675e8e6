import type { LineStatus } from '@portside/contract/lines';
import type { StreetAddress } from '@portside/contract/street-address';
import type { Query } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { knownPeriods, type Period } from './periods.ts';
import type { KnownPeriod } from './period-store.ts';
import * as renewableStore from './renewable-store.ts';
import * as store from './store.ts';

export {
  goingOn,
  hasBegun,
  holdLine,
  linesAndPrices,
  linesOfHolder,
  takenOver,
} from './renewable-store.ts';

export interface Renewable {
  id: string;
  /** The customer whose line it is. */
  holder: string;
  status: LineStatus;
  mdn: string;
  plan: { id: string; retailName: string; flag: number };
  zipCode: string;
  /** As its holder set it. */
  address: StreetAddress | null;
  /** As somebody set it who was given the line: for their eyes alone (P04). */
  theirAddress?: { by: string; address: StreetAddress };
  paidUntil: Date | null;
  /** To another account, or from one; also quietly (P05). */
  goneSince?: Date;
  hereSince?: Date;
  /** Whoever uses it now does, where it was given or taken back. */
  userSince?: Date;
  /** From one, as whoever reads of the line may know. */
  takenOverAt?: Date;
  /** By which the carrier knows it. */
  carrierKey: string;
  periods: Period[];
}

export async function viewRenewable(
  db: Query,
  owner: Owner,
  id: string,
): Promise<Renewable | undefined> {
  const row = await renewableStore.lineWithPeriodsOf(db, owner, id);
  return row && renewableOf(db, row, row.periods);
}

/** A line, and whose it is. */
export interface OwnedRenewable extends Renewable {
  owner: Owner;
}

/** Anybody's: for jobs. */
export async function viewAnyRenewable(db: Query, id: string): Promise<OwnedRenewable | undefined> {
  const row = await renewableStore.anyLineWithPeriods(db, id);
  return row && { ...(await renewableOf(db, row, row.periods)), owner: ownerOfRow(row) };
}

/** Where its periods do not matter. */
export async function viewAnyLine(
  db: Query,
  id: string,
): Promise<Omit<OwnedRenewable, 'periods'> | undefined> {
  const row = await renewableStore.anyLineAlone(db, id);
  return row && { ...lineOf(row), owner: ownerOfRow(row) };
}

/** The line that has the number now: for the carrier's notices. */
export async function viewAnyOfNumber(
  db: Query,
  tenants: readonly number[],
  mdn: string,
): Promise<OwnedRenewable | undefined> {
  const row = await store.livingLineOfNumber(db, tenants, mdn);
  return row && { ...(await renewableOf(db, row)), owner: ownerOfRow(row) };
}

const renewableOf = async (
  db: Query,
  row: renewableStore.RenewableRow,
  periods?: readonly KnownPeriod[],
): Promise<Renewable> => ({ ...lineOf(row), periods: await knownPeriods(db, row, periods) });

function lineOf(row: renewableStore.RenewableRow): Omit<Renewable, 'periods'> {
  const goneSince = row.handed_over_at ?? row.separated_at;
  const hereSince = row.taken_over_at ?? row.own_since;
  const { address_customer_id: by, service_address: at } = row;
  const address = by ? null : at;
  return {
    id: row.id,
    holder: row.customer_id,
    status: row.status,
    mdn: row.mdn,
    plan: { id: row.plan_id, retailName: row.plan_name, flag: row.plan_flag },
    zipCode: address?.zipCode ?? row.zip_code,
    address,
    ...(by && at && { theirAddress: { by, address: at } }),
    paidUntil: row.paid_until,
    ...(goneSince && { goneSince }),
    ...(hereSince && { hereSince }),
    ...(row.user_since && { userSince: row.user_since }),
    ...(row.taken_over_at && { takenOverAt: row.taken_over_at }),
    carrierKey: store.carrierKeyOf(row),
  };
}
