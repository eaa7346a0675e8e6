import { createCrmTicket, crmLogin } from '@portside/contract/sign-in';
import type { Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

/** An agent of the carrier in a customer's account. */
export async function asAgent(app: TestApp, email: string): Promise<Caller> {
  const { url } = await app.anyone.call(createCrmTicket, {
    crmSecret: 'harbor-demo-crm-secret',
    email,
    agent: 'Dana Reyes',
    reason: 'Asked about a line',
  });
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const { token } = await app.anyone.call(crmLogin, { ticket });
  return app.with(token);
}
