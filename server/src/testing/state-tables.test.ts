import type { LineStatus } from '@portside/contract/lines';
import { stopReplacement } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Activation } from '../adapters/carrier/carrier-activations.ts';
import type { PortOutState } from '../adapters/carrier/carrier-port-outs.ts';
import type { SimChange } from '../adapters/carrier/carrier-sims.ts';
import { days, later } from '../clock.ts';
import { finishLine } from '../lines/activation.ts';
import { lockSimLine } from '../lines/sim-moves.ts';
import { endLine, liftSuspension, suspendLine, syncCarrier } from '../lines/suspension.ts';
import { recordPortOut } from '../port-out/port-outs.ts';
import { askAndComeBack, beginDue } from '../sim-replacement/moving-sim.ts';
import { stopAnybodys } from '../sim-replacement/stopping.ts';
import type { Caller } from './caller.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/* From the specification (K) and decisions 0370, 0550 and 0561; nothing is read from the code. */

let app: TestApp;
let maya: Caller;
let lineId: string;
const mdn = '2125550101';
beforeAll(async () => {
  // Nobody works off a job behind the test's back.
  app = await openTestApp({ config: { roles: new Set(['api']) } });
  maya = await app.as('maya@example.com');
  const { rows } = await sql<{ id: string }>`select id from lines where mdn = ${mdn}`.execute(
    app.app.db.query,
  );
  lineId = rows[0]?.id ?? '';
});
afterAll(() => app.close());

let rows = 0;
const fresh = (name: string) => {
  rows += 1;
  return `${name}_${rows}`;
};
const run = <T>(act: (tx: Parameters<Parameters<typeof app.app.db.transaction>[0]>[0]) => T) =>
  app.app.db.transaction(async (tx) => act(tx));

async function setLine(status: LineStatus, ref: string | null = null): Promise<void> {
  const isActive = status === 'active' || status === 'suspended';
  const { query } = app.app.db;
  await sql`delete from line_suspensions where line_id = ${lineId}`.execute(query);
  await sql`delete from line_network_asks where line_id = ${lineId}`.execute(query);
  await sql`delete from line_change_asks where line_id = ${lineId}`.execute(query);
  await sql`delete from line_work where line_id = ${lineId}`.execute(query);
  await sql`update lines set status = ${status}, activation_ref = ${ref}, released_at = null,
    carrier_suspended = ${status === 'suspended'}, mdn = ${mdn},
    activated_at = ${isActive ? app.clock.now() : null} where id = ${lineId}`.execute(query);
  if (status !== 'suspended') return;
  await sql`insert into line_suspensions (line_id, tenant_id, reason, since)
    values (${lineId}, 6, 'unpaid', ${app.clock.now()})`.execute(query);
}

async function lineStatus(): Promise<LineStatus> {
  const { rows: found } = await sql<{ status: LineStatus }>`
    select status from lines where id = ${lineId}`.execute(app.app.db.query);
  return found[0]?.status ?? 'ended';
}

const at = { ref: 'act', msisdn: mdn, iccid: '8901410000212555010100' };
const activations: Readonly<Record<string, Activation>> = {
  'carrier: pending': { kind: 'pending', ...at },
  'carrier: active': { kind: 'active', ...at },
  'carrier: active without a SIM': { kind: 'active', ...at, iccid: '', msisdn: '' },
  'carrier: ended': { kind: 'ended', ref: 'act' },
  'carrier: refused': { kind: 'refused', ref: 'act', reason: 'other' },
};

async function answerActivation(answer: Activation): Promise<void> {
  const { carrier } = app.adapters;
  carrier.findActivation = async () => answer;
  carrier.viewActivation = async () => answer;
  carrier.activate = async () => answer;
  if (answer.kind === 'active' && answer.iccid === '') {
    await sql`update lines set iccid = ''
      where id = ${lineId} and status in ('pending', 'activating')`.execute(app.app.db.query);
  }
  await finishLine(app.app, lineId);
}

/** What happens to a line, and what it answers where that matters. */
const lineEvents: Readonly<Record<string, () => Promise<unknown>>> = {
  'another reason to pause': () => run((tx) => suspendLine(app.app, tx, lineId, 'blocked')),
  'the same reason to pause': () => run((tx) => suspendLine(app.app, tx, lineId, 'unpaid')),
  'the reason is gone': () => run((tx) => liftSuspension(app.app, tx, lineId, 'unpaid')),
  'the carrier is told': () => syncCarrier(app.app, lineId),
  'the end': () => run((tx) => endLine(app.app, tx, lineId)),
  'the number has left': () => run((tx) => endLine(app.app, tx, lineId, { isGone: true })),
};

const kept: Record<LineStatus, LineStatus> = {
  pending: 'pending',
  activating: 'activating',
  active: 'active',
  suspended: 'suspended',
  ended: 'ended',
};
const begun = { ...kept, pending: 'activating' } as const;
const over = { ...kept, pending: 'ended', activating: 'ended' } as const;
const end = { ...over, active: 'ended', suspended: 'ended' } as const;

const lineTable: Readonly<Record<string, Readonly<Record<LineStatus, LineStatus>>>> = {
  'carrier: pending': begun,
  'carrier: active': { ...kept, pending: 'active', activating: 'active' },
  'carrier: active without a SIM': begun,
  'carrier: ended': over,
  'carrier: refused': over,
  'another reason to pause': { ...kept, active: 'suspended' },
  'the same reason to pause': { ...kept, active: 'suspended' },
  // Until the carrier says so.
  'the reason is gone': kept,
  'the carrier is told': kept,
  'the end': end,
  'the number has left': end,
};

test('[K06] each state of a line goes where it may with each thing that happens to it, and nowhere else', async () => {
  const { carrier } = app.adapters;
  carrier.suspendLine = async () => {};
  carrier.resumeLine = async () => {};
  carrier.releaseLine = async () => {};
  const states = Object.keys(kept) as LineStatus[];
  for (const [event, table] of Object.entries(lineTable)) {
    for (const from of states) {
      const answer = activations[event];
      await setLine(from, answer && from !== 'pending' ? 'act' : null);
      if (answer) await answerActivation(answer);
      else await lineEvents[event]?.();
      expect([from, event, await lineStatus()]).toEqual([from, event, table[from]]);
      await sql`update lines set iccid = ${at.iccid} where id = ${lineId}`.execute(
        app.app.db.query,
      );
    }
  }
});

test('[K06] a paused line works again when its last reason is gone and the carrier has said so', async () => {
  const lift = (reason: 'blocked' | 'unpaid') =>
    run((tx) => liftSuspension(app.app, tx, lineId, reason));
  const told = async () => {
    await syncCarrier(app.app, lineId);
    return lineStatus();
  };
  await setLine('suspended');
  expect(await run((tx) => suspendLine(app.app, tx, lineId, 'unpaid'))).toBe(false);
  expect(await run((tx) => suspendLine(app.app, tx, lineId, 'blocked'))).toBe('done');
  expect(await lift('unpaid')).toBe('done');
  expect(await lift('unpaid')).toBe(false);
  expect(await told()).toBe('suspended');
  expect(await lift('blocked')).toBe('asked');
  expect(await lineStatus()).toBe('suspended');
  expect(await told()).toBe('active');
});

test('[K06] only a line that works or is paused is paused, and says so', async () => {
  const pauses = { ...kept, pending: '', activating: '', ended: '' };
  for (const from of Object.keys(kept) as LineStatus[]) {
    await setLine(from);
    const isPaused = await run((tx) => suspendLine(app.app, tx, lineId, 'by_operator'));
    expect([from, isPaused !== false]).toEqual([from, pauses[from] !== '']);
    await setLine(from);
    const isEnded = await run((tx) => endLine(app.app, tx, lineId));
    expect([from, isEnded]).toEqual([from, from !== 'ended']);
  }
});

test('[K06] the carrier hears what it should know and does not, and nothing else', async () => {
  const { carrier } = app.adapters;
  const heard: string[] = [];
  carrier.suspendLine = async () => void heard.push('pause');
  carrier.resumeLine = async () => void heard.push('resume');
  carrier.releaseLine = async () => void heard.push('release');
  const told = async (status: LineStatus, change: string) => {
    heard.length = 0;
    await setLine(status);
    const sets = sql.raw(change);
    await sql`update lines set ${sets} where id = ${lineId}`.execute(app.app.db.query);
    await syncCarrier(app.app, lineId);
    if (heard[0] !== 'pause') await syncCarrier(app.app, lineId);
    return heard.join();
  };
  expect(await told('pending', 'carrier_suspended = false')).toBe('');
  expect(await told('activating', 'carrier_suspended = false')).toBe('');
  expect(await told('active', 'carrier_suspended = false')).toBe('');
  expect(await told('active', 'carrier_suspended = true')).toBe('resume');
  expect(await told('suspended', 'carrier_suspended = false')).toBe('pause');
  expect(await told('ended', 'activated_at = null')).toBe('');
  expect(await told('ended', 'activated_at = now(), released_at = now()')).toBe('');
  expect(await told('ended', 'activated_at = now()')).toBe('release');
});

const portOuts: readonly PortOutState[] = [
  ...(['requested', 'confirmed', 'completed', 'cancelled', 'refused'] as const),
];
/** Only forward. */
const portOutTable: Readonly<Record<PortOutState | 'unknown', string>> = {
  //           rq cf co ca rf
  unknown: /**/ 'rq cf co ca rf',
  requested: /**/ '-- cf co ca rf',
  confirmed: /**/ '-- -- co ca rf',
  completed: /**/ '-- -- -- -- --',
  cancelled: /**/ '-- -- -- -- --',
  refused: /*  */ '-- -- -- -- --',
};

test('[K16] each state of a number that leaves goes forward only, and what is over stays over', async () => {
  const { query } = app.app.db;
  for (const [from, row] of Object.entries(portOutTable)) {
    for (const [index, to] of portOuts.entries()) {
      await setLine('active');
      const ref = fresh('out');
      if (from !== 'unknown') {
        await sql`insert into port_outs (ref, tenant_id, line_id, msisdn, state, created_at, at)
          values (${ref}, 6, ${lineId}, ${mdn}, ${from}, now(), now())`.execute(query);
      }
      const changedAt = app.clock.now();
      await recordPortOut(app.app, 6, { ref, msisdn: mdn, state: to, reason: null, changedAt });
      const { rows: found } = await sql<{ state: PortOutState }>`
        select state from port_outs where ref = ${ref}`.execute(query);
      const moves = row.split(' ')[index] !== '--';
      expect([from, to, found[0]?.state]).toEqual([from, to, moves ? to : from]);
      const ends = moves && to === 'completed';
      expect([from, to, await lineStatus()]).toEqual([from, to, ends ? 'ended' : 'active']);
      await sql`delete from port_outs where ref = ${ref}`.execute(query);
    }
  }
});

type SimState = 'announced' | 'under_way' | 'done' | 'stopped' | 'failed';
const ref = 'change';
const answers: Readonly<Record<string, SimChange>> = {
  'carrier: pending': { kind: 'pending', ref, iccid: '' },
  'carrier: active': { kind: 'active', ref, iccid: '8901410000000000120' },
  'carrier: cancelled': { kind: 'cancelled', ref },
  'carrier: refused': { kind: 'refused', ref, reason: 'other' },
};
const stays: Record<SimState, SimState> = {
  announced: 'announced',
  under_way: 'under_way',
  done: 'done',
  stopped: 'stopped',
  failed: 'failed',
};
const simTable: Readonly<Record<string, Readonly<Record<SimState, SimState>>>> = {
  'its time has come': { ...stays, announced: 'under_way' },
  'its time has come, the lock is on': { ...stays, announced: 'stopped' },
  'a moment before its time': stays,
  'the customer stops it': { ...stays, announced: 'stopped' },
  'somebody denies it': { ...stays, announced: 'stopped' },
  'carrier: pending': stays,
  'carrier: active': { ...stays, under_way: 'done' },
  'carrier: cancelled': { ...stays, under_way: 'stopped' },
  'carrier: refused': { ...stays, under_way: 'failed' },
};

async function simEvent(event: string, id: string): Promise<void> {
  const answer = answers[event];
  if (answer) {
    const { carrier } = app.adapters;
    carrier.findSimChange = async () => answer;
    carrier.cancelSimChange = async () => answer;
    carrier.changeSim = async () => answer;
    await askAndComeBack(app.app, id);
  } else if (event === 'the customer stops it') {
    await maya.call(stopReplacement, { id: lineId }).catch(() => undefined);
  } else if (event === 'somebody denies it') {
    await run(async (tx) => {
      const line = await lockSimLine(tx, lineId);
      if (line) await stopAnybodys(app.app, tx, line, 'denied');
    });
  } else await beginDue(app.app);
}

test('[K14] each state of a SIM change goes where it may with each thing that happens, and nowhere else', async () => {
  const { query } = app.app.db;
  const now = app.clock.now();
  for (const [event, table] of Object.entries(simTable)) {
    const offAt = event.endsWith('lock is on') ? null : later(now, -days(1));
    await sql`insert into line_locks (line_id, tenant_id, sim_off_at, carrier_off)
      values (${lineId}, 6, ${offAt}, false)
      on conflict (line_id) do update set sim_off_at = ${offAt}`.execute(query);
    for (const from of Object.keys(stays) as SimState[]) {
      await setLine('active');
      const id = fresh('sim');
      const begins = later(now, event.startsWith('a moment before') ? 60_000 : 0);
      await sql`insert into sim_replacements
        (id, tenant_id, line_id, state, sim_type, iccid, carrier_ref, asked_at, effective_at)
        values (${id}, 6, ${lineId}, ${from}, 'esim', '', ${id}, ${later(now, -1)}, ${begins})`.execute(
        query,
      );
      await simEvent(event, id);
      const { rows: found } = await sql<{ state: SimState }>`
        select state from sim_replacements where id = ${id}`.execute(query);
      expect([from, event, found[0]?.state]).toEqual([from, event, table[from]]);
      await sql`delete from sim_replacements where id = ${id}`.execute(query);
    }
  }
});
