import { nameBrowser } from '@portside/contract/sessions';
import type { Overrides } from '../app.ts';
import { callerAt, type Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

/** Limits by network as they are where not everything is simulated. */
export const realLimits: Overrides = {
  adapters: (opened) => ({ ...opened, mail: { ...opened.mail, name: 'a real one' } }),
};

/** Behind one proxy, which tells where its visitors come from. */
export const behindProxy = { proxies: { hops: 1 } } as const;

/** Somebody in a network, in a browser that has a name or has none. */
export function from(app: TestApp, network: string, mid?: string): Caller {
  return callerAt(app.address, undefined, () => ({
    'x-forwarded-for': network,
    ...(mid && { 'x-mid': mid }),
  }));
}

/** The name of a new browser, as ours asks for it at its first visit. */
export async function newMid(app: TestApp): Promise<string> {
  const { mid } = await app.anyone.call(nameBrowser, {});
  return mid;
}
