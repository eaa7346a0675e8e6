import { timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import type { Brand, Brands } from '../brands/brands.ts';
import { networkKey } from './network.ts';
import { No } from './no.ts';
import type { Visitor } from './who.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The brand named by three headers (I01, J01). Does not tell which of them is wrong. @throws No
 * `unknown_client`
 */
export function tenantOf(brands: Brands, headers: Headers): Brand {
  const mvnoId = Number(headers.mvnoid);
  const brand = brands.all.find((one) => one.client.mvnoId === mvnoId);
  if (
    !brand ||
    !sameSecret(headers['x-api-key'], brand.client.apiKey) ||
    !sameSecret(headers['company-code'], brand.client.companyCode)
  ) {
    throw new No('unknown_client');
  }
  return brand;
}

export function proveCrm(app: App, brand: Brand, headers: Headers, visitor: Visitor): void {
  const { crmSecrets } = app.config;
  const [first] = app.brands.all;
  const expected = crmSecrets[brand.id] ?? (brand === first ? crmSecrets[''] : undefined);
  if (expected && sameSecret(headers['x-crm-secret'], expected)) return;
  const network = networkKey(app.secrets, visitor);
  app.log.warn({ network, requestId: visitor.requestId }, 'a CRM secret was refused');
  throw new No('unauthenticated');
}

export function sameSecret(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
