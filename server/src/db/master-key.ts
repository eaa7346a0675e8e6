import { sql } from 'kysely';
import type { Secrets } from '../settings/secrets.ts';
import type { Query } from './database.ts';

const WORD = 'portside';
const ABOUT = 'master_key:sealed';

/** The key that seals this database, as its sealed values name it. */
export interface SealingKey {
  readonly id: string;
  /** It is among the settings. */
  readonly isOurs: boolean;
}

/** Undefined before the first start, which makes it. */
export async function sealingKey(db: Query, secrets: Secrets): Promise<SealingKey | undefined> {
  const sealed = await sealedWord(db);
  return sealed === undefined ? undefined : judge(secrets, sealed);
}

/** The first start seals the word; after a rotation the new key seals it. @returns whose it is now */
export async function claimDatabase(db: Query, secrets: Secrets): Promise<SealingKey> {
  const before = await sealedWord(db);
  const found = before === undefined ? undefined : judge(secrets, before);
  const [newest = ''] = secrets.ids;
  if (found && (!found.isOurs || found.id === newest)) return found;
  const fresh = secrets.seal(WORD, ABOUT);
  // Another process may have been quicker, with another key: then it stays.
  await sql`insert into master_key (sealed) values (${fresh})
    on conflict (id) do update set sealed = excluded.sealed, since = now()
    where master_key.sealed = ${before ?? ''}`.execute(db);
  return judge(secrets, (await sealedWord(db)) ?? fresh);
}

async function sealedWord(db: Query): Promise<string | undefined> {
  const { rows: there } = await sql<{ is_there: boolean }>`
    select to_regclass('public.master_key') is not null as is_there`.execute(db);
  if (!there[0]?.is_there) return undefined;
  const { rows } = await sql<{ sealed: string }>`select sealed from master_key`.execute(db);
  return rows[0]?.sealed;
}

function judge(secrets: Secrets, sealed: string): SealingKey {
  const [id = ''] = sealed.split('.');
  try {
    return { id, isOurs: secrets.open(sealed, ABOUT) === WORD };
  } catch {
    return { id, isOurs: false };
  }
}
