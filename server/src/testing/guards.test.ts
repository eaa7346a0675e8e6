import type { Endpoint } from '@portside/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, later } from '../clock.ts';
import { served } from '../slices.ts';
import { asAgent } from './as-agent.ts';
import type { Caller } from './caller.ts';
import { guards, nobodys, type Guard } from './guards.ts';
import { withLine } from './line-life.ts';
import { draftOf } from './porting.ts';
import { provenAt } from './proving.ts';
import { type Answer, sendAsIs } from './sending.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { rightInput } from './wrong-inputs.ts';

const endpoints = served.routes.map(({ endpoint }) => endpoint);
const guardOf = ({ name }: Endpoint): Guard => guards[name] ?? { caller: 'anyone' };

let app: TestApp;
let noa: Caller & { email: string };
let lineId: string;
beforeAll(async () => {
  app = await openTestApp();
  const life = await withLine(app);
  noa = life.noa;
  lineId = life.line.id;
});
afterAll(() => app.close());

const send = (endpoint: Endpoint, input: Record<string, unknown>, token?: string) =>
  sendAsIs(app, endpoint, input, token);

/**
 * With a second step the password alone proves nothing (sign-in/second-step.test.ts); onto a line
 * that has a number nothing is sent without a proof (line-safety/ways-to-a-number.test.ts), and with
 * a saved card nothing is bought for others (checkout/saved-card-elsewhere.test.ts).
 */
const asksSometimes = new Set(['activateSim', 'changePassword', 'placeOrder', 'resubmitPortIn']);

const saidOf = ({ status, problem }: Answer) => [status, problem.reason ?? problem.code];
const noProof = [422, 'proof_required'];

/** Something for every field; of what may be given alone, one thing. */
function inputsOf(endpoint: Endpoint): Record<string, unknown>[] {
  const { proof } = guardOf(endpoint);
  const all = rightInput(endpoint.input);
  if (proof === undefined || proof === true) return [{ ...all, ...moreOf(endpoint) }];
  const id = 'id' in all ? { id: lineId } : {};
  return proof.map((one) => ({ ...id, ...one }));
}

/** Where a value that fits is made by a device, or one rules out another. */
function moreOf({ name }: Endpoint): Record<string, unknown> {
  if (name === 'addPasskey') {
    const response = { clientDataJSON: 'e30', attestationObject: 'e30' };
    return { passkey: { id: 'a', rawId: 'a', type: 'public-key', response } };
  }
  return {};
}

const prove = (email: string, at: Date | null) => provenAt(app.app.db.query, email, at);

test('each call of the contract has its guards here, and no other has', () => {
  expect(Object.keys(guards).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
  for (const endpoint of endpoints) {
    const { caller, noAgents, proof } = guardOf(endpoint);
    expect([endpoint.name, endpoint.caller]).toEqual([endpoint.name, caller]);
    expect([endpoint.name, endpoint.notForAgents]).toEqual([endpoint.name, noAgents]);
    expect([endpoint.name, 'proof_required' in endpoint.refusals]).toEqual([
      endpoint.name,
      proof !== undefined || asksSometimes.has(endpoint.name),
    ]);
  }
});

test('each field that names something is somebody’s, or nobody’s', () => {
  for (const endpoint of endpoints.filter(({ caller }) => caller === 'customer')) {
    const fields = Object.keys(rightInput(endpoint.input));
    const names = fields.filter((field) => /(?:^id|Id|^payment)$/.test(field));
    const { owned = [] } = guardOf(endpoint);
    const told = names.filter((field) => !nobodys.has(field));
    expect([endpoint.name, ...told]).toEqual([endpoint.name, ...owned]);
  }
});

test('no call of a customer is answered without a login, or with a token that is none', async () => {
  for (const endpoint of endpoints.filter((one) => guardOf(one).caller === 'customer')) {
    for (const token of [undefined, 'a'.repeat(43)]) {
      for (const input of inputsOf(endpoint)) {
        expect([endpoint.name, (await send(endpoint, input, token)).status]).toEqual([
          endpoint.name,
          401,
        ]);
      }
    }
  }
});

test('no call of the CRM is answered without its secret, or to a customer', async () => {
  const [ticket] = endpoints.filter((one) => guardOf(one).caller === 'crm');
  if (!ticket) throw new Error('The CRM calls nothing');
  const { crmSecret: _, ...input } = rightInput(ticket.input);
  for (const secret of [{}, { crmSecret: 'harbor-demo-crm-secreT' }, { crmSecret: 'x' }]) {
    const answer = await send(ticket, { ...input, ...secret }, noa.token);
    expect([400, 401, 403]).toContain(answer.status);
  }
});

test('[K24] an agent is refused what is the customer’s alone, and what needs a proof', async () => {
  let agent = await asAgent(app, noa.email);
  for (const endpoint of endpoints.filter((one) => guardOf(one).caller !== 'crm')) {
    const { noAgents, proof } = guardOf(endpoint);
    for (const input of inputsOf(endpoint)) {
      const { status } = await send(endpoint, input, agent.token);
      const isRefused = noAgents === true || proof !== undefined;
      expect([endpoint.name, status === 403]).toEqual([endpoint.name, isRefused]);
      if (endpoint.name === 'logout') agent = await asAgent(app, noa.email);
    }
  }
});

test('what needs a fresh proof is refused without, whatever is sent with it, and nothing else is', async () => {
  let omar = await newcomer(app);
  for (const endpoint of endpoints.filter((one) => guardOf(one).caller === 'customer')) {
    const { proof } = guardOf(endpoint);
    for (const input of inputsOf(endpoint)) {
      const who = proof ? noa : omar;
      await prove(who.email, null);
      const about = [endpoint.name, JSON.stringify(input)];
      const said = saidOf(await send(endpoint, input, who.token));
      if (proof) expect([...about, ...said]).toEqual([...about, ...noProof]);
      else expect([...about, ...said]).not.toEqual([...about, ...noProof]);
      if (endpoint.name === 'logout') omar = await newcomer(app);
    }
  }
});

test('what needs a fresh proof is not refused for it once it is there', async () => {
  for (const endpoint of endpoints.filter((one) => guardOf(one).proof)) {
    for (const input of inputsOf(endpoint)) {
      await prove(noa.email, app.clock.now());
      const answer = await send(endpoint, input, noa.token);
      const about = [endpoint.name, JSON.stringify(input)];
      expect([...about, ...saidOf(answer)]).not.toEqual([...about, ...noProof]);
      expect([...about, answer.status]).not.toEqual([...about, 400]);
    }
  }
});

test('what needs no proof beside what does is done without', async () => {
  await lock({ sim: null, number: null });
  await prove(noa.email, null);
  for (const endpoint of endpoints) {
    for (const input of guardOf(endpoint).free ?? []) {
      const id = 'id' in rightInput(endpoint.input) ? { id: lineId } : {};
      const { status } = await send(endpoint, { ...id, ...input }, noa.token);
      const about = [endpoint.name, JSON.stringify(input)];
      expect([...about, status]).toEqual([...about, 200]);
    }
  }
});

/** When each lock goes off; null: never. */
async function lock({ sim, number }: { sim: Date | null; number: Date | null }) {
  await sql`insert into line_locks (line_id, tenant_id, sim_off_at, number_off_at, carrier_off)
    values (${lineId}, 6, ${sim}, ${number}, true)
    on conflict (line_id) do update set sim_off_at = ${sim}, number_off_at = ${number}`.execute(
    app.app.db.query,
  );
  // A call of the tests above has begun one.
  await sql`delete from safety_pauses`.execute(app.app.db.query);
}

test('[K15] what a lock keeps is refused while that lock is on or on its way off, not for the other', async () => {
  const locked = endpoints.filter(({ refusals }) =>
    ['sim_locked', 'number_locked'].some((reason) => reason in refusals),
  );
  expect(locked.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(guards)
      .filter((name) => guards[name]?.lock)
      .toSorted(),
  );
  const now = app.clock.now();
  const off = later(now, -1000);
  const soon = later(now, hours(1));
  const msisdn = '2125550196';
  const brings = { msisdn, lineId, tempSubscriptionId: await draftOf(noa, msisdn) };
  for (const endpoint of locked.filter(({ name }) => name !== 'resubmitPortIn')) {
    const { lock: which } = guardOf(endpoint);
    const other = which === 'sim' ? 'number' : 'sim';
    const more = endpoint.name === 'bringNumber' ? brings : {};
    const input = { ...rightInput(endpoint.input), id: lineId, ...more };
    const told = async (mine: Date | null, others: Date | null) => {
      await lock({ sim: null, number: null, [which ?? 'sim']: mine, [other]: others });
      await prove(noa.email, app.clock.now());
      return (await send(endpoint, input, noa.token)).problem.reason;
    };
    expect([endpoint.name, await told(null, off)]).toEqual([endpoint.name, `${which}_locked`]);
    expect([endpoint.name, await told(soon, off)]).toEqual([endpoint.name, `${which}_locked`]);
    expect([endpoint.name, await told(off, null)]).not.toEqual([endpoint.name, `${which}_locked`]);
  }
});
