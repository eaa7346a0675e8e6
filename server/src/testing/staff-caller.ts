import type { StaffRole } from '@portside/contract/console/roles';
import { staffLogin, staffLoginCode } from '@portside/contract/console/staff';
import { demoPassword } from '@portside/contract/demo-people';
import { callerAt, type Caller } from './caller.ts';

/** What the demo's authenticator apps show. */
export async function demoCodes(address: string) {
  const answer = await fetch(`${address}/sandbox/staff`);
  return (await answer.json()) as { email: string; role: StaffRole; code: string }[];
}

export async function staffAt(address: string, role: StaffRole): Promise<Caller> {
  const found = (await demoCodes(address)).find((one) => one.role === role);
  const anyone = callerAt(address, undefined);
  const email = found?.email ?? '';
  const { challenge } = await anyone.call(staffLogin, { email, password: demoPassword });
  const { token } = await anyone.call(staffLoginCode, { challenge, code: found?.code ?? '' });
  return callerAt(address, token);
}
