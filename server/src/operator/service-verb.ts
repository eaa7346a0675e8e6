import { listServices } from '../adapters/outside-answers.ts';
import type { App } from '../app.ts';
import { hideSecrets } from './doctor-secrets.ts';
import { age, textTable } from './text-table.ts';
import { brandOf, type Options } from './verb.ts';

/** `services`: what each has answered in the last 24 hours (L17). */
export async function runServices(app: App, _words: string[], options: Options): Promise<string> {
  const services = await listServices(app, brandOf(app, options).client.mvnoId);
  const now = app.clock.now().getTime();
  const ago = (at: Date) => `${age((now - at.getTime()) / 1000)} ago`;
  const rows = services.map((one) => [
    one.port,
    one.name,
    `${one.calls} calls`,
    one.calls === 0 ? '' : `${((one.failures / one.calls) * 100).toFixed(1)} % failed`,
    one.lastAt ? `last ${ago(one.lastAt)}` : 'not called',
    one.failedAt ? `failed ${ago(one.failedAt)}: ${one.failure}` : '',
  ]);
  return hideSecrets(app.config, textTable(rows, [2, 3]));
}
