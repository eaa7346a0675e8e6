import { viewUser } from '@portside/contract/account';
import { viewCustomer } from '@portside/contract/console/customers';
import { resubmitForCustomer } from '@portside/contract/console/port-ins';
import { startVerification } from '@portside/contract/console/verification';
import { listPortIns } from '@portside/contract/port-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[L07] a verified customer’s page says why a number was refused and what is owed, and it is sent again corrected', async () => {
  const ines = await app.as('ines@example.com');
  const agent = await app.staff('agent');
  const { id } = await ines.call(viewUser, {});
  const [before] = (await ines.call(listPortIns, {})).portIns;
  const corrected = {
    id: before?.id ?? '',
    reason: 'They read it out',
    billingAccountNumber: '998877665',
    billingAccountPassword: '4321',
  };
  const { problem } = await agent.refusal(resubmitForCustomer, corrected);
  expect(problem.code).toBe('not_verified');
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-7' });
  const { portIns } = await agent.call(viewCustomer, { id });
  expect(portIns[0]).toMatchObject({
    number: before?.msisdn,
    status: 'action_needed',
    canFix: true,
    required: before?.required,
    answer: { code: expect.any(String) as string, text: expect.any(String) as string },
  });
  await agent.call(resubmitForCustomer, corrected);
  await app.eventually(async () => {
    const [now] = (await ines.call(listPortIns, {})).portIns;
    return now?.status === 'completed' ? now : undefined;
  });
});
