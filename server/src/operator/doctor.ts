import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { ConfigError } from '../settings/config-error.ts';
import { followTime } from '../jobs/moving-time.ts';
import { checkClaims } from './brand-claims.ts';
import { databaseFindings, findDatabase, keyFinding } from './doctor-database.ts';
import { hideSecrets } from './doctor-secrets.ts';
import { plansFindings } from './doctor-plans.ts';
import { promosFindings } from './doctor-promos.ts';
import { serviceFindings } from './doctor-services.ts';
import { settingFindings } from './doctor-settings.ts';
import { workFindings } from './doctor-work.ts';
import { type Finding, fine, look, printed, within } from './finding.ts';
import { readiness, readyFinding, reportReadiness } from './ready.ts';
import { type Answer, brandOf, type Options } from './verb.ts';

/** A service that is silent for longer is as good as down. */
const PATIENCE_MS = 10_000;

export async function runDoctor(app: App, _words: string[], options: Options): Promise<Answer> {
  return report(await examine(app), options, (text) => hideSecrets(app.config, text));
}

/** Calls everything that the product depends on, and changes nothing. */
export async function examine(app: App, patienceMs = PATIENCE_MS): Promise<Finding[]> {
  const found = await findAll(app, patienceMs);
  return [...found, await readyFinding(app, found, patienceMs)];
}

async function findAll(app: App, patienceMs: number): Promise<Finding[]> {
  const [ofDatabase, ofServices] = await Promise.all([
    ownFindings(app, patienceMs),
    serviceFindings(app, patienceMs),
  ]);
  const brands = await Promise.all(
    app.brands.all.map(async (brand) => [
      fine(`brand ${brand.id}`, `tenant ${brand.client.mvnoId}`),
      await papersFinding(app, brand),
    ]),
  );
  return [...ofDatabase, ...brands.flat(), ...ofServices, ...settingFindings(app)];
}

/** `ready`: the one answer to whether customers can buy, and what is missing by brand. */
export async function runReady(app: App, _words: string[], options: Options): Promise<Answer> {
  const one = options.brand === undefined ? undefined : brandOf(app, options);
  const brands = await readiness(app, await findAll(app, PATIENCE_MS), PATIENCE_MS);
  const asked = brands.filter(({ id }) => one === undefined || id === one.id);
  const { text, fine: isReady } = reportReadiness(asked, options);
  return { text: hideSecrets(app.config, text), fine: isReady };
}

/** What the brand's texts claim, against what its carrier offers. */
async function papersFinding(app: App, brand: Brand): Promise<Finding> {
  const about = `texts of ${brand.id}`;
  const denied = await checkClaims(brand, app.adapters.of(brand.client.mvnoId).carrier.can);
  return denied.length === 0
    ? fine(about, 'say nothing that settings or carrier deny')
    : look(about, denied.join('; '), 'docs/brand.md, section 6; then portside brand check');
}

async function ownFindings(app: App, patienceMs: number): Promise<readonly Finding[]> {
  const database = await findDatabase(app, patienceMs);
  if (!database.fine) return [database];
  const around = await databaseFindings(app, patienceMs);
  // Without its tables nothing is known of the work.
  if (around.some(({ about, fine: isFine }) => about === 'migrations' && !isFine)) {
    return [database, ...around];
  }
  const key = await within('master key', patienceMs, async () => [await keyFinding(app)]);
  const work = await within('work', patienceMs, async () => {
    await followTime(app);
    return workFindings(app);
  });
  const plans = await plansFindings(app, patienceMs);
  const promos = await promosFindings(app, patienceMs);
  return [database, ...around, ...key, ...plans, ...promos, ...work];
}

/** Settings that stop the start. */
export const reportSettings = ({ problems }: ConfigError, args: readonly string[]): Answer =>
  report(
    problems.map((one) => look('settings', one)),
    { json: args.includes('--json') },
  );

function report(
  findings: readonly Finding[],
  { json }: Options,
  hide: (text: string) => string = (same) => same,
): Answer {
  const isFine = findings.every((one) => one.fine);
  const text = json
    ? JSON.stringify({ ok: isFine, findings }, null, 2)
    : findings.map(printed).join('\n');
  return { text: hide(text), fine: isFine };
}
