import type { Endpoint } from '@portside/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, later } from '../clock.ts';
import { served } from '../slices.ts';
import type { Caller } from './caller.ts';
import { guards } from './guards.ts';
import { withLine } from './line-life.ts';
import { draftOf } from './porting.ts';
import { provenAt } from './proving.ts';
import { type Answer, sendAsIs } from './sending.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { rightInput } from './wrong-inputs.ts';

/** Every call of a customer, in each state of proof, locks and pause: eight cells a call. */
const endpoints = served.routes
  .map(({ endpoint }) => endpoint)
  .filter(({ caller }) => caller === 'customer');

interface Cell {
  readonly proven: boolean;
  readonly locked: boolean;
  readonly paused: boolean;
}

const both = [true, false];
const cells: readonly Cell[] = both.flatMap((locked) =>
  both.flatMap((paused) => both.map((proven) => ({ locked, paused, proven }))),
);

/** What takes a number or a SIM from a line, opens the way for it, or gives the number up. */
const moves: Readonly<Record<string, Record<string, unknown>>> = {
  replaceSim: {},
  changeNumber: {},
  openPortOut: {},
  bringNumber: {},
  setLocks: { sim: false, number: false },
  endLine: {},
  offerLine: {},
};
/**
 * Paused in one case: line-safety/ways-to-a-number.test.ts, make-safe.test.ts, line-handover/beside-others.test.ts. Those of a
 * household: household/standing-still.test.ts.
 */
const household = ['giveLine', 'changeRole', 'acceptInvitation'];
const pausedSometimes = ['resubmitPortIn', 'unblockLine', 'acceptHandover', ...household];
/** Says beforehand what its move would be refused for. */
const foretells = 'viewHandover';
/** guards.test.ts. */
const asksSometimes = ['activateSim', 'changePassword', 'placeOrder', 'resubmitPortIn'];

let app: TestApp;
let noa: Caller & { email: string };
let lineId: string;
let draft: string;
const msisdn = '2125550196';
beforeAll(async () => {
  app = await openTestApp();
  const life = await withLine(app);
  noa = life.noa;
  lineId = life.line.id;
  draft = await draftOf(noa, msisdn);
});
afterAll(() => app.close());

/** Of the line and its owner; whatever the call before has left is undone. */
async function put({ email, id }: { email: string; id: string }, cell: Cell): Promise<void> {
  const now = app.clock.now();
  const offAt = cell.locked ? null : later(now, -1000);
  const until = later(now, hours(24));
  await sql`
    with owner as (select id, tenant_id from customers where email = ${email}),
    gone as (
      delete from safety_pauses
      where not ${cell.paused}::boolean or customer_id <> (select id from owner)
    ),
    paused as (
      insert into safety_pauses (customer_id, tenant_id, began_at, until, why, told)
      select id, tenant_id, ${now}::timestamptz, ${until}::timestamptz, 'password', 0 from owner
      where ${cell.paused}::boolean
      on conflict (customer_id) do update set began_at = excluded.began_at, until = excluded.until,
        why = excluded.why, ended_at = null, stopped = '[]', told = 0
    )
    insert into line_locks (line_id, tenant_id, sim_off_at, number_off_at, carrier_off)
    select id, tenant_id, ${offAt}::timestamptz, ${offAt}::timestamptz, true from lines
    where id = ${id}
    on conflict (line_id) do update set sim_off_at = excluded.sim_off_at,
      number_off_at = excluded.number_off_at`.execute(app.app.db.query);
  await provenAt(app.app.db.query, email, cell.proven ? now : null);
}

function inputOf({ name, input }: Endpoint): Record<string, unknown> {
  const all = rightInput(input);
  const id = 'id' in all ? { id: lineId } : {};
  const brings = { msisdn, lineId, tempSubscriptionId: draft };
  return {
    ...(name === 'setLocks' ? {} : all),
    ...id,
    ...moves[name],
    ...(name === 'bringNumber' && brings),
  };
}

const keeping = ['proof_required', 'moves_paused', 'sim_locked', 'number_locked'];
const toldOf = ({ status, problem }: Answer) => problem.reason ?? problem.code ?? `${status}`;

/** The first that keeps a move back. Where the call itself asks for the proof, that is first. */
function keptBackBy(endpoint: Endpoint, { proven, locked, paused }: Cell): string[] {
  const { lock } = guards[endpoint.name] ?? {};
  // With its locks off already there is nothing to unlock.
  if (endpoint.name === 'setLocks' && !locked) return [];
  const keepers = [
    ...(proven ? [] : ['proof_required']),
    ...(paused ? ['moves_paused'] : []),
    ...(locked && lock ? [`${lock}_locked`] : []),
  ];
  return endpoint.freshProof && !proven ? ['proof_required'] : keepers;
}

test('each call that a pause keeps back is named here, and no other', () => {
  const paused = endpoints.filter(({ refusals }) => 'moves_paused' in refusals);
  expect(paused.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(moves), ...pausedSometimes].toSorted(),
  );
});

test('[K14] [K15] [K16] [K17] [K18] [I09] without a proof, with its lock on, or during a pause no move is made, in any combination', async () => {
  for (const endpoint of endpoints.filter(({ name }) => moves[name])) {
    for (const cell of cells) {
      const keepers = keptBackBy(endpoint, cell);
      if (keepers.length === 0) continue;
      await put({ email: noa.email, id: lineId }, cell);
      const answer = await sendAsIs(app, endpoint, inputOf(endpoint), noa.token);
      const told = toldOf(answer);
      const about = [endpoint.name, JSON.stringify(cell), told];
      expect([...about, answer.status, keepers.includes(told)]).toEqual([...about, 422, true]);
    }
  }
});

test('with a proof, the locks off and no pause none of them is kept back', async () => {
  for (const endpoint of endpoints.filter(({ name }) => moves[name])) {
    const { noa: omar, line } = await withLine(app);
    await put({ email: omar.email, id: line.id }, { proven: true, locked: false, paused: false });
    const own = endpoint.name === 'bringNumber' ? { lineId: line.id } : { id: line.id };
    const more = endpoint.name === 'setLocks' ? { sim: true, number: true } : {};
    const input = { ...inputOf(endpoint), ...own, ...more };
    const told = toldOf(await sendAsIs(app, endpoint, input, omar.token));
    expect([endpoint.name, keeping.includes(told)]).toEqual([endpoint.name, false]);
  }
});

test('no other call is kept back by locks or a pause, and for a proof only what says so', async () => {
  let omar = await newcomer(app);
  const others = endpoints.filter(
    ({ name }) => !moves[name] && !asksSometimes.includes(name) && name !== foretells,
  );
  const expectNotKept = async (endpoint: Endpoint, cell: Cell) => {
    const told = toldOf(await sendAsIs(app, endpoint, inputOf(endpoint), omar.token));
    const kept = keeping.filter((reason) => reason === told);
    const asks = guards[endpoint.name]?.proof !== undefined;
    const mayBe = asks && !cell.proven ? ['proof_required'] : [];
    const about = [endpoint.name, JSON.stringify(cell)];
    expect([...about, ...kept.filter((one) => !mayBe.includes(one))]).toEqual(about);
  };
  const changesNothing = ({ wire }: Endpoint) => wire.startsWith('GET');
  for (const cell of cells) {
    await put({ email: omar.email, id: lineId }, cell);
    for (const endpoint of others.filter(changesNothing)) await expectNotKept(endpoint, cell);
  }
  for (const endpoint of others.filter((one) => !changesNothing(one))) {
    for (const cell of cells) {
      await put({ email: omar.email, id: lineId }, cell);
      await expectNotKept(endpoint, cell);
    }
    if (endpoint.name === 'logout') omar = await newcomer(app);
  }
});
