import { crmLogin, createCrmTicket } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import type { Caller } from './caller.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let agent: Caller;
let id: string;
beforeAll(async () => {
  app = await openTestApp();
  const { url } = await app.anyone.call(createCrmTicket, {
    crmSecret: 'harbor-demo-crm-secret',
    email: 'maya@example.com',
    agent: 'Dana Reyes',
    reason: 'Asked about her line',
  });
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const { token } = await app.anyone.call(crmLogin, { ticket });
  agent = app.with(token);
  const { rows } = await sql<{ id: string }>`
    select id from lines where mdn = '2125550101'`.execute(app.app.db.query);
  id = rows[0]?.id ?? '';
});
afterAll(() => app.close());

const ofLines = served.routes
  .map(({ endpoint }) => endpoint)
  .filter(({ wire, caller }) => wire.includes('/app/lines/{id}') && caller === 'customer');
/** A price is told to anybody who may see the line. */
const isLook = ({ wire }: { wire: string }) => wire.startsWith('GET ') || wire.endsWith('/quote');
const changes = ofLines.filter((one) => !isLook(one));

test.each(changes.map((one) => [one.wire, one] as const))(
  '[K24] an agent is refused %s, whatever is sent',
  async (_wire, endpoint) => {
    expect(changes.length).toBeGreaterThan(1);
    const { status, problem } = await agent.refusal(endpoint, { id });
    expect([status, problem.code]).toEqual([403, 'forbidden']);
  },
);

test('[K24] what an agent may look at of a line reveals no secret of it', async () => {
  const looks = ofLines.filter((one) => isLook(one) && !one.notForAgents && !one.freshProof);
  expect(looks.length).toBeGreaterThan(2);
  for (const endpoint of looks) {
    const answer = await agent.call(endpoint, { id }).catch((error: unknown) => error);
    expect(JSON.stringify(answer)).not.toMatch(/LPA:1|activationCode|transferPin/i);
  }
});
