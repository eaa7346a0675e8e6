import { Secret, TOTP } from 'otpauth';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import * as store from './store.ts';
import type { Owner } from '../http/who.ts';

/** The defaults of RFC 6238; apps ignore others. */
const PERIOD = 30;
const usual = { algorithm: 'SHA1', digits: 6, period: PERIOD } as const;
/** Accepts the codes before and after, for wrong clocks. */
const WINDOW = 1;

export function newAppSecret(app: Pick<App, 'random'>): string {
  const bytes = Buffer.from(app.random.token(), 'base64url').subarray(0, 20);
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}

export const appUri = (brand: Brand, email: string, secret: string) =>
  new TOTP({ ...usual, issuer: brand.product, label: email, secret }).toString();

/** The time step of a code; undefined for a wrong or an old one. */
export function stepOf(app: Pick<App, 'clock'>, secret: string, code: string): number | undefined {
  const timestamp = app.clock.now().getTime();
  const delta = new TOTP({ ...usual, secret }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

const about = (customerId: string) => `authenticator_apps.secret:${customerId}`;

export const sealAppSecret = (
  { secrets }: Pick<App, 'secrets'>,
  customerId: string,
  secret: string,
) => secrets.seal(secret, about(customerId));

export const openAppSecret = (
  { secrets }: Pick<App, 'secrets'>,
  customerId: string,
  sealed: string,
) => secrets.open(sealed, about(customerId));

export async function appCodeHolds(app: App, tx: Tx, owner: Owner, code: string): Promise<boolean> {
  const row = await store.authenticatorApp(tx, owner);
  if (!row?.secret) return false;
  const step = stepOf(app, openAppSecret(app, owner.customerId, row.secret), code);
  return step !== undefined && store.useAppStep(tx, row, step);
}
