import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  conforms,
  isAsSaid,
  isProven,
  openRows,
  prove,
  readRequirements,
  type Proof,
} from './proofs.ts';
import { root } from './running.ts';
import { readResults, resultFiles } from './test-results.ts';

/**
 * `npm run conformance`: each requirement with its tests and their last result. Exits 1 when a
 * requirement has no passing test or a failing one, or a test names an unknown ID. Rows that say
 * of themselves that they are not begun, in part or a PostgreSQL server's are counted and named.
 * `--summary` prints the counts, `--open` only what is not as its row says.
 */
const args = process.argv.slice(2);
const requirements = readRequirements(
  readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'),
);
const results = [resultFiles.unit, resultFiles.e2e, resultFiles.afterE2e].flatMap(readResults);
const conformance = prove(requirements, results);
const { proofs, unknown } = conformance;

function print({ id, text, state, tests }: Proof): void {
  console.log(`${id}  ${state.padEnd(8)}  ${text.length > 100 ? `${text.slice(0, 99)}…` : text}`);
  for (const { title, file, outcome } of tests)
    console.log(`       ${outcome}  ${title}  (${file})`);
}

if (results.length === 0) console.log('No results yet: run npm test first.\n');
if (!args.includes('--summary')) {
  proofs.filter((proof) => !args.includes('--open') || !isAsSaid(proof)).forEach(print);
  console.log('');
}
for (const { id, test } of unknown)
  console.log(`${id} is no requirement: ${test.title} (${test.file})`);

const letters = [...new Set(proofs.map(({ id }) => id.slice(0, 1)))];
for (const letter of letters) {
  const part = proofs.filter(({ id }) => id.startsWith(letter));
  console.log(`${letter}  ${part.filter(isProven).length} of ${part.length} proven`);
}
const proven = proofs.filter(isProven).length;
console.log(`${proven} of ${proofs.length} requirements are proven: a test passes and none fails`);
openRows(proofs).forEach((line) => console.log(line));
process.exitCode = conforms(conformance) ? 0 : 1;
