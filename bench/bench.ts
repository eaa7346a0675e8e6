import { accountReads } from './account-reads.ts';
import { type Bench, type Finding, isMet, type Measurement } from './measurement.ts';
import { checkout } from './checkout.ts';
import { planList } from './plan-list.ts';
import { openPostgresServer } from './postgres-server.ts';
import { publicPage } from './public-page.ts';
import { openSetting, type Setting } from './setting.ts';

const measurements: readonly Measurement[] = [publicPage, planList, accountReads, checkout];
const usualRounds = { count: 5, seconds: 3, warmUp: 3 };
const quickRounds = { count: 3, seconds: 1, warmUp: 1 };

const [quick, only] = readArguments(process.argv.slice(2));
const chosen = measurements.filter(({ name }) => !only || only.includes(name));
const server = await openPostgresServer();
console.log(server.about);
let setting: Promise<Setting> | undefined;
const bench: Bench = {
  server,
  quick,
  rounds: quick ? quickRounds : usualRounds,
  setting: () => (setting ??= openSetting(server.url)),
};
const findings: Finding[] = [];
try {
  for (const measurement of chosen) {
    const began = performance.now();
    console.log(`\n── ${measurement.title}`);
    const found = await measurement.run(bench);
    found.forEach(print);
    findings.push(...found);
    console.log(`   ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
} finally {
  await (await setting)?.close();
  server.stop();
}

function print(finding: Finding): void {
  const met = isMet(finding);
  const { what, value, unit, least, most, rounds = [], note } = finding;
  const mark = met === undefined ? '      ' : met ? 'ok    ' : 'MISSED';
  const bar = least === undefined ? (most === undefined ? '' : `≤ ${most}`) : `≥ ${least}`;
  const spread =
    rounds.length > 1
      ? ` (${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`
      : '';
  console.log(`${mark} ${what}: ${value.toFixed(2)} ${unit}${spread} ${bar}`);
  if (note) console.log(`       ${note}`);
}

function readArguments(args: readonly string[]): [quick: boolean, only: string[] | undefined] {
  const names = measurements.map(({ name }) => name);
  const at = args.indexOf('--only');
  const only = at < 0 ? undefined : (args[at + 1] ?? '').split(',');
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  const rest = args.filter(
    (arg, place) => arg !== '--quick' && (at < 0 || place < at || place > at + 1),
  );
  if (rest.length > 0 || unknown.length > 0) {
    console.error(`Usage: npm run bench [-- --quick] [--only ${names.join(',')}]`);
    process.exit(2);
  }
  return [args.includes('--quick'), only];
}
