import type { StaffRole } from '@portside/contract/console/roles';
import { TOTP } from 'otpauth';
import type { App } from '../app.ts';
import { newAppSecret } from '../sign-in/app-code.ts';
import { hashPassword } from '../sign-in/password.ts';
import { openSecret, sealSecret } from './staff-app.ts';
import * as store from './store.ts';

/** For trials: everybody knows their password. Whoever was there once, removed or not, is left alone. */
export async function addDemoStaff(
  app: App,
  tenant: number,
  people: readonly { name: string; email: string; role: StaffRole; trained?: boolean }[],
  password: string,
): Promise<void> {
  const known = new Set((await store.allStaff(app.db.query, tenant)).map((one) => one.email));
  const missing = people.filter(({ email }) => !known.has(email));
  if (missing.length === 0) return;
  const passwordHash = await hashPassword(app, password);
  for (const { name, email, role, trained } of missing) {
    const id = app.random.id('stf');
    const now = app.clock.now();
    await store.insertStaff(app.db.query, {
      id,
      tenant_id: tenant,
      email,
      name,
      role,
      password_hash: passwordHash,
      app_secret: sealSecret(app, id, newAppSecret(app)),
      app_step: 0,
      is_demo: true,
      invited_at: now,
      joined_at: now,
      removed_at: null,
      trained_at: trained ? now : null,
    });
  }
}

/** What their authenticator apps show. */
export async function demoStaff(
  app: App,
): Promise<readonly { email: string; role: string; code: string }[]> {
  const timestamp = app.clock.now().getTime();
  const rows = await store.allStaff(app.db.query, app.brands.first.client.mvnoId);
  return rows.flatMap((row) => {
    const secret = row.is_demo && !app.config.production ? openSecret(app, row) : undefined;
    if (secret === undefined) return [];
    return [
      { email: row.email, role: row.role, code: new TOTP({ secret }).generate({ timestamp }) },
    ];
  });
}

/** Who asks for something in a trial, so that there is something to decide. */
export async function demoMember(app: App, tenant: number, role: StaffRole) {
  const all = await store.allStaff(app.db.query, tenant);
  const one = all.find((row) => row.is_demo && row.role === role && row.removed_at === null);
  return one && { staffId: one.id, name: one.name, email: one.email, role };
}
