import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mutantsOf, type Mutant } from './mutants.ts';
import type { Answer, Question } from './mutant-runner.ts';
import { areas, nearTo, tooSlow, type Area } from './mutation-areas.ts';
import { root } from './running.ts';

/**
 * `npm run mutate`: makes one small change of the product after another, in memory, and lists those
 * that no test notices. Takes hours. `-- money states` takes these areas, `-- server/src/money.ts`
 * these files, `--sample=50` fifty mutants of each file, `--near` only the tests of its slice,
 * `--quick` only the area's tables and models. Also writes .test-results/mutants.json.
 */
interface Survivor extends Pick<Mutant, 'line' | 'was' | 'now'> {
  readonly file: string;
}
interface Score {
  readonly file: string;
  readonly killed: number;
  /** Timed out twice: an endless loop. */
  readonly late: number;
  readonly all: number;
}

const SLOWEST = 4;
const PATIENCE_MS = 20_000;
const FIRST_PATIENCE_MS = 600_000;

let runner: ChildProcess | undefined;

function startRunner(): ChildProcess {
  const child = fork(path.join(root, 'scripts/mutant-runner.ts'), [], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  return child;
}

function stopRunner(): void {
  const pid = runner?.pid;
  runner = undefined;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** `late` without an answer in time; the next question gets a new runner. */
async function ask(question: Question, patience: number): Promise<Answer | 'late'> {
  const child = (runner ??= startRunner());
  return new Promise((resolve) => {
    const done = (answer: Answer | 'late') => {
      clearTimeout(timer);
      child.removeAllListeners();
      if (answer === 'late') stopRunner();
      resolve(answer);
    };
    const timer = setTimeout(() => done('late'), patience);
    child.once('message', (answer) => done(answer as Answer));
    child.once('exit', () => done('late'));
    child.send(question);
  });
}

/** Evenly spread, the same ones each time. */
function sampled(mutants: readonly Mutant[], most: number): readonly Mutant[] {
  if (mutants.length <= most) return mutants;
  return Array.from({ length: most }, (_, at) => {
    return mutants[Math.floor(((at + 0.5) * mutants.length) / most)] as Mutant;
  });
}

interface Stage {
  readonly tests: readonly string[];
  readonly without: string[];
  time: number | undefined;
}

/** The area's tables and models first, then the file's test, its neighbors, and the area's. */
function stagesOf(area: Area, file: string): Stage[] {
  const beside = [file.replace(/\.tsx?$/, '.test')];
  const { own, used } = nearTo(file);
  const stages = [area.quick, beside, own, used, area.tests];
  const wanted = stages.slice(0, quick ? 1 : near ? 4 : 5).filter((tests) => tests.length > 0);
  return wanted.map((tests) => {
    return { tests, without: [...tooSlow], time: undefined };
  });
}

interface Measured {
  readonly time: number;
  readonly testFiles: readonly string[];
  /** They fail without a mutant. */
  readonly leftOut: readonly string[];
}

async function measure(file: string, { tests, without }: Stage): Promise<Measured> {
  const leftOut: string[] = [];
  for (;;) {
    const started = performance.now();
    const question = { file, tests, without: [...without, ...leftOut] };
    const whole = await ask(question, FIRST_PATIENCE_MS);
    if (whole === 'late') throw new Error(`The tests of ${file} do not end`);
    const { testFiles } = whole;
    if (!whole.failed) {
      const time = testFiles.length === 0 ? 0 : performance.now() - started;
      return { time, testFiles, leftOut };
    }
    if (!whole.by) throw new Error(`The tests of ${file} fail: ${whole.why}`);
    console.log(`  left out, it fails as it is: ${whole.by}  ${short(whole.why ?? '')}`);
    leftOut.push(whole.by);
  }
}

const known = new Map<string, Measured>();

/** Files of one folder share what their stages take. */
async function timeOf(file: string, stages: readonly Stage[], at: number): Promise<number> {
  const stage = stages[at] as Stage;
  const key = JSON.stringify([path.dirname(file), stage.tests, stage.without]);
  const found = known.get(key) ?? (await measure(file, stage));
  known.set(key, found);
  for (const one of stages.slice(at)) one.without.push(...found.leftOut);
  for (const one of stages.slice(at + 1)) one.without.push(...found.testFiles);
  return found.time;
}

async function verdictOf(
  file: string,
  mutant: Mutant,
  stages: readonly Stage[],
): Promise<'killed' | 'late' | 'survived'> {
  for (const [at, stage] of stages.entries()) {
    const time = (stage.time ??= await timeOf(file, stages, at));
    if (time === 0) continue;
    const { tests, without } = stage;
    const question = { file, source: mutant.source, tests, without };
    let answer = await ask(question, time * SLOWEST + PATIENCE_MS);
    if (answer === 'late') {
      // The machine may be busier than it was: as long again as the tests take now.
      stage.time = Math.max(time, (await measure(file, stage)).time);
      answer = await ask(question, stage.time * SLOWEST + PATIENCE_MS);
    }
    if (answer === 'late') return answer;
    if (answer.failed) return 'killed';
  }
  return 'survived';
}

async function tryFile(area: Area, file: string, most: number, survivors: Survivor[]) {
  const source = readFileSync(path.join(root, file), 'utf8');
  const mutants = sampled(mutantsOf(file, source), most);
  const stages = stagesOf(area, file);
  let killed = 0;
  let late = 0;
  for (const mutant of mutants) {
    const verdict = await verdictOf(file, mutant, stages);
    if (verdict !== 'survived') killed += 1;
    if (verdict === 'late') late += 1;
    if (verdict !== 'survived') continue;
    const { line, was, now } = mutant;
    survivors.push({ file, line, was, now });
    console.log(`  survived  ${file}:${line}  ${short(was)}  →  ${short(now)}`);
  }
  const byTime = late > 0 ? `, ${late} of them by time` : '';
  console.log(`${file}  ${killed} of ${mutants.length}${byTime}`);
  return { file, killed, late, all: mutants.length } satisfies Score;
}

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
};

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const most = Number(args.find((arg) => arg.startsWith('--sample='))?.split('=')[1] ?? Infinity);
const near = args.includes('--near');
const quick = args.includes('--quick');
const wanted = areas().flatMap((area) =>
  area.files
    .filter((file) => names.length === 0 || names.includes(area.name) || names.includes(file))
    .map((file) => ({ area, file })),
);
if (wanted.length === 0 || Number.isNaN(most)) {
  const known = areas().map(({ name }) => name);
  console.error(
    `Usage: npm run mutate [-- ${known.join(' ')} <file> --sample=<number> --near|--quick]`,
  );
  process.exit(2);
}

process.on('exit', stopRunner);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
os.setPriority(os.constants.priority.PRIORITY_LOW);

const scores: Score[] = [];
const survivors: Survivor[] = [];
for (const { area, file } of wanted) {
  scores.push(await tryFile(area, file, most, survivors));
}
stopRunner();
const all = scores.reduce((sum, one) => sum + one.all, 0);
const killed = scores.reduce((sum, one) => sum + one.killed, 0);
const score = all === 0 ? 0 : Math.round((1000 * killed) / all) / 10;
mkdirSync(path.join(root, '.test-results'), { recursive: true });
const report = path.join(root, '.test-results/mutants.json');
writeFileSync(
  report,
  `${JSON.stringify({ score, killed, all, scores, survivors }, undefined, 2)}\n`,
);
console.log(`\n${killed} of ${all} mutants were noticed: ${score} %`);
