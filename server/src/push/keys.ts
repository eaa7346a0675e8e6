import type { PushKeys } from '../adapters/push/push.ts';
import type { App } from '../app.ts';
import * as store from './store.ts';

const about = (tenant: number) => `push-keys:${tenant}`;

/** The brand's for good: browsers subscribe with them. Made when they are first needed. */
export async function keysOf(app: App, tenant: number): Promise<PushKeys> {
  const found = (await store.keysOf(app.db.query, tenant)) ?? (await firstKeys(app, tenant));
  return {
    publicKey: found.public_key,
    privateKey: app.secrets.open(found.sealed, about(tenant)),
  };
}

/** Another process may be quicker. */
async function firstKeys(app: App, tenant: number): Promise<store.KeysRow> {
  const { publicKey, privateKey } = app.adapters.of(tenant).push.makeKeys();
  const row = {
    tenant_id: tenant,
    public_key: publicKey,
    sealed: app.secrets.seal(privateKey, about(tenant)),
    created_at: app.clock.now(),
  };
  await store.insertKeys(app.db.query, row);
  return (await store.keysOf(app.db.query, tenant)) ?? row;
}
