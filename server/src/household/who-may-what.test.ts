import type { Endpoint } from '@portside/contract/endpoint';
import { type LineAct, type LineRole, mayDo } from '@portside/contract/household-acts';
import { takeBackLine } from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import type { Caller } from '../testing/caller.ts';
import { give, takeBack } from '../testing/given-line.ts';
import { withLine } from '../testing/line-life.ts';
import { sendAsIs } from '../testing/sending.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { rightInput } from '../testing/wrong-inputs.ts';

/* Who may do what with a line that was given to somebody (P04): every call about a line, by everybody. */

const endpoints = served.routes
  .map(({ endpoint }) => endpoint)
  .filter(({ caller }) => caller === 'customer');

let app: TestApp;
let noa: Caller;
let member: Caller;
let stranger: Caller;
let lineId: string;
beforeAll(async () => {
  app = await openTestApp();
  const life = await withLine(app);
  noa = life.noa;
  lineId = life.line.id;
  member = await newcomer(app);
  stranger = await newcomer(app);
});
afterAll(() => app.close());

/** What the calls take besides the line. */
const known: Readonly<Record<string, object>> = {
  quotePlanChange: { planId: 'skiff-2', when: 'now' },
  quoteAddOn: { addOnId: 'data-2' },
  viewUsage: { period: 0 },
  takeBackLine: { what: 'line' },
  holdLine: { days: 30, costDays: 3 },
};

const nameOfLine = ({ wire }: Endpoint) =>
  /\/app\/lines\/\{id\}|sub-nickname\/\{id\}/.test(wire) ? 'id' : 'lineId';

async function answerOf(endpoint: Endpoint, caller: Caller, id = lineId): Promise<string> {
  const input = { ...rightInput(endpoint.input), ...known[endpoint.name] };
  const named = { ...input, [nameOfLine(endpoint)]: id };
  const { status, problem } = await sendAsIs(app, endpoint, named, caller.token);
  const { reason = '' } = problem;
  if (reason === 'holder_only' || reason === 'member_only') return reason;
  // Whatever else it says, it is an answer about the line.
  if (status === 200 || (status === 422 && reason !== 'proof_required')) return 'heard';
  return `${status} ${reason || problem.code}`;
}

async function answers(caller: Caller, id?: string): Promise<Record<string, string>> {
  const all: [string, string][] = [];
  for (const endpoint of acting) all.push([endpoint.name, await answerOf(endpoint, caller, id)]);
  return Object.fromEntries(all);
}

/** What ends it for everybody comes last. */
const acting = endpoints
  .filter(({ act }) => act !== undefined)
  .toSorted(
    (one, other) =>
      Number(one.name === takeBackLine.name) - Number(other.name === takeBackLine.name),
  );

/** A proof that is asked for is an answer, too: nobody here has one. */
async function hears(caller: Caller, isHeard: (act: LineAct) => boolean, no: string) {
  for (const [name, answer] of Object.entries(await answers(caller))) {
    const { act } = acting.find((one) => one.name === name) ?? {};
    const heard = answer === '422 proof_required' ? 'heard' : answer;
    expect([name, heard]).toEqual([name, act && isHeard(act) ? 'heard' : no]);
  }
}

const hearsAll = (caller: Caller) => hears(caller, () => true, '');
const byTable = (caller: Caller, role: LineRole, no: string) =>
  hears(caller, (act) => mayDo(role, act), no);

/** As of a line that never was: nothing tells that there is this one. */
async function hearsNothing(caller: Caller): Promise<void> {
  const found = await answers(caller);
  expect(found).toEqual(await answers(caller, 'lin_none'));
  const unheard = new Set(['404 not_found', '422 proof_required']);
  expect(Object.values(found).filter((answer) => !unheard.has(answer))).toEqual([]);
  expect(found.viewLine).toBe('404 not_found');
}

test('[P04] nobody was given the line: its holder may do all, and a stranger nothing', async () => {
  await hearsAll(noa);
  await hearsNothing(stranger);
});

test('[P04] its user: what uses the line, and neither its money nor what ends or moves it', async () => {
  await give(app, noa, member, lineId, 'user');
  await byTable(member, 'user', 'holder_only');
  await hearsNothing(stranger);
});

test('[P04] its manager: also its money', async () => {
  await give(app, noa, member, lineId, 'manager');
  await byTable(member, 'manager', 'holder_only');
});

test('[P04] its holder: not what is the member’s', async () => {
  await give(app, noa, member, lineId, 'user');
  await byTable(noa, 'holder', 'member_only');
});

test('[P04] whoever had it is a stranger again, at once', async () => {
  await give(app, noa, member, lineId, 'manager');
  await member.call(viewLine, { id: lineId });
  await takeBack(app, lineId);
  await hearsNothing(member);
  await hearsAll(noa);
});

/** Each with the reason why the table does not speak of it. */
const notByTheTable: Readonly<Record<string, string>> = {
  leaveLine:
    'Who has the line gives it back, whatever they may do with it: for others it is not there.',
};

test('[P04] each call of a customer that names a line says what it does with it', () => {
  const names = ({ wire, input }: Endpoint) => {
    const { shape } = (input as unknown as { _zod: { def: { shape: object } } })._zod.def;
    return /\/lines\/\{id\}|sub-nickname/.test(wire) || 'lineId' in shape;
  };
  const unsaid = endpoints.filter((one) => names(one) && !one.act).map(({ name }) => name);
  expect(unsaid.toSorted()).toEqual(Object.keys(notByTheTable).toSorted());
});
