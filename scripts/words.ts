import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extractFromFileWithBabel } from '@lingui/cli/api';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { contractSentences } from './contract-sentences.ts';
import { faultsOf, readPo, sorted, writePo, type Sentences, type Translations } from './po.ts';
import { serverSentences, unsaidSentences } from './server-sentences.ts';

const root = path.resolve(import.meta.dirname, '..');
const webSource = path.join(root, 'web/src');
const contractSource = path.join(root, 'contract/src');
const serverSource = path.join(root, 'server/src');
const webWords = path.join(webSource, 'words');
const serverWords = path.join(serverSource, 'words');

export interface Catalogues {
  readonly files: ReadonlyMap<string, string>;
  readonly count: number;
  readonly faults: readonly string[];
}

/**
 * Collects the sentences of the interface (`i18n.t('…')` or an i18n comment), the contract and the
 * server. English is its own id; Spanish comes from two es.po files, one for interface and
 * contract, one for the server.
 */
export async function makeCatalogues(): Promise<Catalogues> {
  const contract = await collect(contractSource, async (file) =>
    contractSentences(await import(file)),
  );
  const inWeb = merged(await collect(webSource, interfaceSentences), contract);
  const spoken = await collect(serverSource, async (file) =>
    serverSentences(file, await readFile(file, 'utf8')),
  );
  const slices = await collect(serverSource, async (file) =>
    /[\\/](?:adapters|http)[\\/]/.test(file)
      ? new Set<string>()
      : new Set(unsaidSentences(await readFile(file, 'utf8'))),
  );
  const unsaid = [...slices].map(
    ([sentence, files]) =>
      `English only, it needs say(): ${JSON.stringify(sentence)} (${[...files].join()})`,
  );
  const serverOnly: Sentences = new Map([...spoken].filter(([one]) => !inWeb.has(one)));
  const [webPo, serverPo] = [path.join(webWords, 'es.po'), path.join(serverWords, 'es.po')];
  const spanish: Translations = new Map([
    ...(await readWords(serverPo)),
    ...(await readWords(webPo)),
  ]);
  const onServer = merged(spoken, contract);
  const inSpanish = (sentence: string) => spanish.get(sentence) ?? '';
  return {
    files: new Map([
      [path.join(webWords, 'en.ts'), asModule(inWeb, (sentence) => sentence)],
      [webPo, writePo('es', inWeb, inSpanish)],
      [path.join(webWords, 'es.ts'), asModule(inWeb, inSpanish)],
      [serverPo, writePo('es', serverOnly, inSpanish)],
      [path.join(serverWords, 'es.ts'), asModule(onServer, inSpanish)],
    ]),
    count: new Set([...inWeb.keys(), ...onServer.keys()]).size,
    faults: [...faultsOf(merged(inWeb, onServer), spanish), ...unsaid],
  };
}

const readWords = async (file: string) => readPo(await readFile(file, 'utf8').catch(() => ''));

async function interfaceSentences(file: string): Promise<ReadonlySet<string>> {
  const plugins = file.endsWith('x') ? (['typescript', 'jsx'] as const) : (['typescript'] as const);
  const found = new Set<string>();
  await extractFromFileWithBabel(
    file,
    await readFile(file, 'utf8'),
    (message: { id: string }) => found.add(message.id),
    undefined as never,
    { plugins: [...plugins] },
    true,
  );
  return found;
}

async function collect(
  folder: string,
  read: (file: string) => Promise<ReadonlySet<string>>,
): Promise<Sentences> {
  const sentences = new Map<string, Set<string>>();
  const names = await readdir(folder, { recursive: true });
  const files = names
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|suite|d)\.tsx?$/.test(name))
    // The console speaks English alone (docs/decisions/0880).
    .filter((name) => !/^(?:testing|console)[\\/]|^words[\\/]e[ns]\.ts/.test(name));
  for (const name of files.toSorted()) {
    const file = path.join(folder, name);
    for (const sentence of await read(file)) {
      const origins = sentences.get(sentence) ?? new Set();
      sentences.set(sentence, origins.add(path.relative(root, file).replaceAll('\\', '/')));
    }
  }
  return sentences;
}

function merged(a: Sentences, b: Sentences): Sentences {
  const all = new Map(a);
  for (const [sentence, files] of b) {
    all.set(sentence, new Set([...(all.get(sentence) ?? []), ...files]));
  }
  return all;
}

/** Other languages in full; of English only the plurals. */
function asModule(sentences: Sentences, translate: (sentence: string) => string): string {
  const lines = sorted(sentences).flatMap(([sentence]) => {
    const translated = translate(sentence);
    const words = /\{\w+,/.test(translated) ? compileMessage(translated) : translated;
    if (words === sentence || words === '') return [];
    return [`  ${JSON.stringify(sentence)}: ${JSON.stringify(words)},`];
  });
  return [
    '// Made by `npm run words`. What is not here is its own text.',
    "import type { Messages } from '@lingui/core';",
    '',
    '// oxfmt-ignore',
    `export const messages: Messages = {`,
    ...lines,
    '};',
    '',
  ].join('\n');
}

async function words(check: boolean): Promise<boolean> {
  const { files, count, faults } = await makeCatalogues();
  const stale: string[] = [];
  for (const [file, text] of files) {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    stale.push(path.relative(root, file));
    if (!check) await writeFile(file, text);
  }
  console.log(`${count} sentences${stale.length > 0 && !check ? ', written' : ''}`);
  if (faults.length > 0) {
    console.error(`Spanish lacks ${faults.length} (fill in the msgstr of each in an es.po):`);
    console.error(faults.map((one) => `  ${one}`).join('\n'));
  }
  if (stale.length > 0 && check) {
    console.error(`Stale: ${stale.join(', ')}. Run \`npm run words\` and commit what it writes.`);
  }
  return faults.length === 0 && (stale.length === 0 || !check);
}

if (import.meta.main && !(await words(process.argv.includes('--check')))) process.exitCode = 1;
