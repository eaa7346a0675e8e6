import { viewUser } from '@portside/contract/account';
import { viewCustomer } from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { takeBackLine } from '@portside/contract/household';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { given, invited } from '../testing/household.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function pageOf(person: Caller) {
  const agent = await app.staff('agent');
  const { id } = await person.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  return agent.call(viewCustomer, { id });
}

/** Of the two only the one whose page it is was verified. */
const masked = ({ name }: { name: string }) => name.replace(/(?<= .).+$/, '.');

test('[P04] [L04] staff see who has a line, and which lines of others a customer has', async () => {
  const { noa, omar, line, id } = await given(app, 'manager');
  const [holder, member] = [await pageOf(noa), await pageOf(omar)];
  expect(holder.lines).toMatchObject([
    { id, member: { id: member.id, name: masked(member), email: omar.email, role: 'manager' } },
  ]);
  expect(holder).not.toHaveProperty('linesOfOthers');
  expect(member.lines).toEqual([]);
  expect(member.linesOfOthers).toEqual([
    {
      id,
      number: line.mdn,
      plan: line.plan.retailName,
      status: 'active',
      role: 'manager',
      holder: { id: holder.id, name: masked(holder) },
    },
  ]);
  await noa.call(takeBackLine, { id, what: 'line' });
  expect((await pageOf(noa)).lines[0]).not.toHaveProperty('member');
  expect(await pageOf(omar)).not.toHaveProperty('linesOfOthers');
});

test('[P04] [L04] of an invitation staff see the address, and of its reader nothing', async () => {
  const { noa, omar } = await invited(app);
  expect((await pageOf(noa)).lines[0]?.member).toEqual({ email: omar.email, role: 'user' });
  expect(await pageOf(omar)).not.toHaveProperty('linesOfOthers');
});
