import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../settings/secrets.ts';

/** `mid` (F04): a browser's id with our signature. It proves no customer. */
export function signMid(secrets: Secrets, tenant: number, browserId: string): string {
  return `${browserId}.${signature(secrets, tenant, browserId)}`;
}

/** Undefined for what this tenant has not signed. */
export function readMid(
  secrets: Secrets,
  tenant: number,
  mid: string | string[] | undefined,
): string | undefined {
  const [, browserId, given] = /^(brw_\w{26})\.([0-9a-f]{32})$/.exec(String(mid ?? '')) ?? [];
  if (!browserId || !given) return undefined;
  const expected = signature(secrets, tenant, browserId);
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? browserId : undefined;
}

const signature = (secrets: Secrets, tenant: number, browserId: string) =>
  secrets.mac(`${tenant}:${browserId}`, 'mid').slice(0, 32);
