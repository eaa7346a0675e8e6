import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run, type Ran } from './running.ts';

/** `npm run check`: two steps at a time, the slowest first. */
interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly hint: string;
}

const tools = 'node_modules';
const steps: readonly Step[] = [
  {
    name: 'modules',
    command: ['scripts/modules.ts'],
    hint: 'npm install: package-lock.json names others than node_modules has',
  },
  {
    name: 'types',
    // Four checkers, as usual, each look at the shared types anew: half as much work again.
    command: [`${tools}/typescript/bin/tsc`, '-b', '--pretty', 'false', '--checkers', '2'],
    hint: 'correct the types',
  },
  {
    name: 'dead code',
    command: [`${tools}/knip/bin/knip.js`, '--no-progress', '--no-config-hints'],
    hint: 'delete what nothing uses, or use it',
  },
  {
    name: 'lint',
    command: [`${tools}/oxlint/bin/oxlint`, '-f', 'unix'],
    hint: 'npx oxlint --fix does some of it',
  },
  {
    name: 'format',
    command: [`${tools}/oxfmt/bin/oxfmt`, '--list-different', '.'],
    hint: 'npm run format',
  },
  {
    name: 'architecture',
    command: ['scripts/check-architecture.ts'],
    hint: 'the house: scripts/architecture/arrow-table.ts',
  },
  {
    name: 'words',
    command: ['scripts/words.ts', '--check'],
    hint: 'npm run words',
  },
  {
    name: 'settings',
    command: ['scripts/settings.ts', '--check'],
    hint: 'npm run settings',
  },
  {
    name: 'secrets',
    command: ['scripts/secrets.ts'],
    hint: 'take it out and change it where it counts; what is none is accepted in scripts/secrets.ts',
  },
  {
    name: 'holes',
    command: ['scripts/holes.ts', '--stored'],
    hint: 'update the package, or accept it until a day in scripts/known-holes.json and say why',
  },
].filter(
  ({ command: [program = ''] }) =>
    !program.startsWith('scripts/') || existsSync(path.join(root, program)),
);

const atOnce = 2;

function report({ name, hint }: Step, { ok, output, seconds }: Ran): void {
  const last = output.trim().split('\n').at(-1) ?? '';
  const note = ok && name === 'architecture' ? `  ${last}` : '';
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(13)} ${seconds.toFixed(1).padStart(5)} s${note}`,
  );
  if (!ok) console.log(`${indent(output.trim())}\n    → ${hint}`);
}

const indent = (text: string) => text.replaceAll(/^/gm, '    ');

async function check(): Promise<boolean> {
  const waiting = [...steps];
  let good = true;
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      // Node strips types by a part that it calls experimental, each time it is asked.
      const ran = await run(step.command, {
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      });
      report(step, ran);
      good &&= ran.ok;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return good;
}

if (!(await check())) process.exitCode = 1;
