import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { shopTime } from '../brands/time-zone.ts';
import type { Tx } from '../db/database.ts';
import { invalid, refused, Refused } from '../http/no.ts';
import { sweep } from '../jobs/sweep.ts';
import { clearPlanCache } from './plan-cache.ts';
import { noTime, type Version, type Versions } from './version-store.ts';

/** By the shop's clock. @throws No `invalid_input` for what is no time */
export function timeOfDraft<Content>(
  app: App,
  newest: Version<Content> | undefined,
  { at: asked, brand }: { at: string; brand: Brand },
) {
  if (!newest || newest.published_at) return refused('no_draft');
  const at = shopTime(asked, brand.timeZone);
  if (!at) throw invalid('at', 'Choose a day and a time.');
  return at <= app.clock.now() ? refused('too_early') : { at, draft: newest };
}

/** Outside of the transaction what is slow, inside of it what publishes. */
type Prepare<Content, Reason extends string> = (
  version: Version<Content>,
) => Promise<(tx: Tx) => Promise<{ message: string } | Refused<Reason>>>;

const BATCH = 100;

/** Drafts whose time has come. Any process may run it, also twice. @param what in the log */
export async function publishDueOf<Content, Reason extends string>(
  app: App,
  versions: Versions<Content>,
  what: string,
  whyNot: Readonly<Record<Reason, string>>,
  prepare: Prepare<Content, Reason>,
): Promise<void> {
  const due = await versions.versionsDue(app.db.query, app.clock.now(), BATCH);
  const publishOne = async (version: Version<Content>) => {
    const { tenant_id: tenant, id, number } = version;
    const publish = await prepare(version);
    await app.db.transaction(async (tx) => {
      const [newest] = await versions.versionsOf(tx, tenant, id);
      // Taken back, published, or a newer draft took its place, a moment ago.
      if (newest?.number !== number || !newest.publish_at) return;
      await versions.setVersion(tx, newest, noTime);
      const answer = await publish(tx);
      if (!(answer instanceof Refused)) return;
      const { reason } = answer;
      await versions.setVersion(tx, newest, { publish_failed: whyNot[reason] });
      app.log.warn({ id, reason }, `${what} was not published at its time`);
    });
    clearPlanCache(app, tenant);
  };
  await sweep(app, due, publishOne, `${what} could not be published at its time yet`);
}
