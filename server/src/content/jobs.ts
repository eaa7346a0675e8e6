import type { App } from '../app.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';

const refreshContent = defineJob('refresh-content');

/** Together, so that a silent service does not hold up another brand's. */
async function refreshAll(app: App): Promise<void> {
  await Promise.all(
    app.brands.all.map(async ({ id, client }) => {
      await app.adapters.of(client.mvnoId).content.refresh?.(id);
    }),
  );
}

export const handlers = [handle(refreshContent, refreshAll)];

export const schedules: Schedule[] = [{ job: refreshContent, cron: '* * * * *' }];
