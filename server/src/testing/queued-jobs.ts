import { sql } from 'kysely';
import type { App } from '../app.ts';
import { handlers } from '../slices.ts';

/** Does what was queued, once each, where no worker runs. @returns the names, and what failed */
export async function doQueued(app: App, pattern: RegExp): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string; data: object }>`
    select id, name, data from pgboss.job where state = 'created' order by created_on, id`.execute(
    app.db.query,
  );
  const done: string[] = [];
  for (const { id, name, data } of rows.filter((job) => pattern.test(job.name))) {
    await sql`delete from pgboss.job where id = ${id}`.execute(app.db.query);
    const handler = handlers.find(({ job }) => job.name === name);
    const failed = await handler?.run(app, data).catch((error: unknown) => String(error));
    done.push(failed ? `${name}: ${failed}` : name);
  }
  return done;
}
