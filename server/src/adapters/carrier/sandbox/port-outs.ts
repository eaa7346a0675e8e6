import type { World } from '../../../app.ts';
import type { Query, Tx } from '../../../db/database.ts';
import type {
  CarrierPortOut,
  PortOutReason,
  PortOutState,
  PortOutVerbs,
} from '../carrier-port-outs.ts';
import { hasLine, setLineState, viewLineState } from './lines.ts';
import { viewNumberLock } from './locks.ts';
import { emit, OVERTAKEN_MS } from './notices.ts';

interface PinRow {
  msisdn: string;
  pin_mac: string;
  expires_at: Date;
  is_ended: boolean;
}

interface PortOutRow {
  ref: string;
  msisdn: string;
  state: PortOutState;
  reason: PortOutReason | null;
  created_at: Date;
  changed_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    sandbox_carrier_transfer_pins: PinRow;
    sandbox_carrier_port_outs: PortOutRow;
  }>();

const macOf = (world: World, pin: string) => world.secrets.mac(pin, 'sandbox transfer pin');

export const setTransferPin =
  (world: World): PortOutVerbs['setTransferPin'] =>
  async ({ msisdn, transferPin, expiresAt }) => {
    const row = { pin_mac: macOf(world, transferPin), expires_at: expiresAt, is_ended: false };
    await tables(world.db.query)
      .insertInto('sandbox_carrier_transfer_pins')
      .values({ msisdn, ...row })
      .onConflict((conflict) => conflict.column('msisdn').doUpdateSet(row))
      .execute();
  };

export const endTransferPin =
  (world: World): PortOutVerbs['endTransferPin'] =>
  async ({ msisdn }) => {
    await tables(world.db.query)
      .updateTable('sandbox_carrier_transfer_pins')
      .set({ is_ended: true })
      .where('msisdn', '=', msisdn)
      .execute();
  };

export async function viewPortOut(world: World, ref: string): Promise<CarrierPortOut> {
  const row = await tables(world.db.query)
    .selectFrom('sandbox_carrier_port_outs')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (!row) throw new Error(`The carrier knows no port-out ${ref}`);
  return describePortOut(row);
}

const AT_ONCE = 500;

export async function portOutsSince(world: World, since: Date): Promise<CarrierPortOut[]> {
  const rows = await tables(world.db.query)
    .selectFrom('sandbox_carrier_port_outs')
    .selectAll()
    .where('changed_at', '>=', since)
    .orderBy('changed_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(describePortOut);
}

const describePortOut = (row: PortOutRow): CarrierPortOut => ({
  ref: row.ref,
  msisdn: row.msisdn,
  state: row.state,
  reason: row.reason,
  changedAt: row.changed_at,
});

export async function refusePortOut(world: World, ref: string): Promise<CarrierPortOut> {
  await world.db.transaction((tx) =>
    movePortOut(world, tx, { ref }, ['requested'], 'refused', 'customer'),
  );
  return viewPortOut(world, ref);
}

async function movePortOut(
  world: World,
  tx: Tx,
  which: { ref: string } | { msisdn: string },
  from: readonly PortOutState[],
  state: PortOutState,
  reason: PortOutReason | null = null,
): Promise<PortOutRow | undefined> {
  const update = tables(tx)
    .updateTable('sandbox_carrier_port_outs')
    .set({ state, reason, changed_at: world.clock.now() })
    .where('state', 'in', from);
  const row = await (
    'ref' in which ? update.where('ref', '=', which.ref) : update.where('msisdn', '=', which.msisdn)
  )
    .returningAll()
    .executeTakeFirst();
  if (row) await announce(world, tx, row);
  return row;
}

/** A confirmation is held back, so that what follows overtakes it. */
async function announce(world: World, tx: Tx, row: PortOutRow): Promise<void> {
  await emit(
    world,
    tx,
    `portout.${row.state}`,
    { id: row.ref, object: 'portout', msisdn: row.msisdn, status: row.state },
    row.state === 'confirmed' ? OVERTAKEN_MS : 0,
  );
}

export const portOutSteps = ['request', 'confirm', 'complete', 'cancel'] as const;
export type PortOutStep = (typeof portOutSteps)[number];

export type Played =
  | { kind: 'unknown' }
  | { kind: 'refused'; message: string }
  | { kind: 'moved'; state: PortOutState };

/** What the other carrier does. Without a PIN its request has the last one that was made. */
export async function playOtherCarrier(
  world: World,
  { msisdn, step, transferPin }: { msisdn: string; step: PortOutStep; transferPin: string },
): Promise<Played> {
  if (step === 'request') {
    const isHere =
      (await hasLine(world, msisdn)) && (await viewLineState(world, msisdn)) !== 'released';
    return isHere ? request(world, msisdn, transferPin) : { kind: 'unknown' };
  }
  const [from, to] = moves[step];
  const row = await world.db.transaction((tx) => movePortOut(world, tx, { msisdn }, from, to));
  if (!row) {
    return { kind: 'refused', message: 'No request of this number waits for that.' };
  }
  if (to === 'completed') await setLineState(world, msisdn, 'released');
  return { kind: 'moved', state: to };
}

const moves = {
  confirm: [['requested'], 'confirmed'],
  complete: [['requested', 'confirmed'], 'completed'],
  cancel: [['requested', 'confirmed'], 'cancelled'],
} as const satisfies Record<
  Exclude<PortOutStep, 'request'>,
  readonly [readonly PortOutState[], PortOutState]
>;

async function request(world: World, msisdn: string, transferPin: string): Promise<Played> {
  const reason = await refusalOf(world, msisdn, transferPin);
  const now = world.clock.now();
  const row: PortOutRow = {
    ref: world.random.id('pto'),
    msisdn,
    state: reason ? 'refused' : 'requested',
    reason,
    created_at: now,
    changed_at: now,
  };
  const isNew = await world.db.transaction(async (tx) => {
    const inserted = await tables(tx)
      .insertInto('sandbox_carrier_port_outs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
    await announce(world, tx, row);
    return true;
  });
  if (!isNew) return { kind: 'refused', message: 'This number has been asked for already.' };
  if (reason) return { kind: 'refused', message: refusals[reason] };
  return { kind: 'moved', state: row.state };
}

const refusals: Readonly<Record<PortOutReason, string>> = {
  transfer_pin: 'The transfer PIN is wrong, or has ended.',
  number_lock: 'The number lock is on.',
  customer: 'The customer refused.',
};

async function refusalOf(
  world: World,
  msisdn: string,
  transferPin: string,
): Promise<PortOutReason | null> {
  if (await viewNumberLock(world, msisdn)) return 'number_lock';
  const pin = await tables(world.db.query)
    .selectFrom('sandbox_carrier_transfer_pins')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .executeTakeFirst();
  if (!pin || pin.is_ended || pin.expires_at <= world.clock.now()) return 'transfer_pin';
  const isRight = transferPin === '' || macOf(world, transferPin) === pin.pin_mac;
  return isRight ? null : 'transfer_pin';
}
