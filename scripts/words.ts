import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extractFromFileWithBabel } from '@lingui/cli/api';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { contractSentences } from './contract-sentences.ts';

const root = path.resolve(import.meta.dirname, '..');
const webSource = path.join(root, 'web/src');
const catalogue = path.join(webSource, 'words/en.po');
const compiled = path.join(webSource, 'words/en.ts');

/** Every English sentence (it is its own id) with the files it stands in. */
type Sentences = Map<string, Set<string>>;

/**
 * The word catalogue: sentences of the interface (`i18n.t('…')`, or a string marked with an i18n
 * comment) and of the contract. `--check` only tells whether the files are up to date.
 */
async function words(check: boolean): Promise<boolean> {
  const sentences: Sentences = new Map();
  const add = (sentence: string, file: string) => {
    const files = sentences.get(sentence) ?? new Set();
    sentences.set(sentence, files.add(path.relative(root, file).replaceAll('\\', '/')));
  };
  for (const file of await sources(webSource)) {
    const code = await readFile(file, 'utf8');
    const plugins = file.endsWith('x')
      ? (['typescript', 'jsx'] as const)
      : (['typescript'] as const);
    const found = (message: { id: string }) => add(message.id, file);
    await extractFromFileWithBabel(
      file,
      code,
      found,
      undefined as never,
      { plugins: [...plugins] },
      true,
    );
  }
  const contract = path.join(root, 'contract/src');
  for (const file of await sources(contract)) {
    for (const sentence of contractSentences(await import(file))) add(sentence, file);
  }
  const fresh = { [catalogue]: asPo(sentences), [compiled]: asModule(sentences) };
  let current = true;
  for (const [file, text] of Object.entries(fresh)) {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    current = false;
    if (!check) await writeFile(file, text);
  }
  console.log(
    `${sentences.size} sentences${current ? '' : check ? '; the catalogue is stale' : ', written'}`,
  );
  return current || !check;
}

async function sources(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .toSorted();
}

/** Sorted by sentence, without line numbers: a file that grows changes no catalogue. */
function asPo(sentences: Sentences): string {
  const head = [
    'msgid ""',
    'msgstr ""',
    '"Language: en\\n"',
    '"Content-Type: text/plain; charset=utf-8\\n"',
  ];
  const entries = sorted(sentences).map(([sentence, files]) => {
    const origins = [...files].toSorted().map((file) => `#: ${file}`);
    return [...origins, `msgid ${JSON.stringify(sentence)}`, `msgstr ${JSON.stringify(sentence)}`];
  });
  return `${[head, ...entries].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Only what is not its own text once compiled: sentences with placeholders or plurals. */
function asModule(sentences: Sentences): string {
  const lines = sorted(sentences).flatMap(([sentence]) => {
    const tokens = compileMessage(sentence);
    if (tokens.length === 1 && tokens[0] === sentence) return [];
    return [`  ${JSON.stringify(sentence)}: ${JSON.stringify(tokens)},`];
  });
  return [
    '// Made by `npm run words`. Compiled sentences; all others are their own text.',
    "import type { Messages } from '@lingui/core';",
    '',
    '// oxfmt-ignore',
    `export const messages: Messages = {`,
    ...lines,
    '};',
    '',
  ].join('\n');
}

function sorted(sentences: Sentences) {
  return [...sentences].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

if (!(await words(process.argv.includes('--check')))) {
  console.error('Run `npm run words` and commit what it writes.');
  process.exitCode = 1;
}
