/** Every English sentence (it is its own id) with the files it stands in. */
export type Sentences = ReadonlyMap<string, ReadonlySet<string>>;
/** The words of one language by their English sentence; an empty one is missing. */
export type Translations = ReadonlyMap<string, string>;

/** Sorted by sentence, without line numbers: a file that grows changes no catalogue. */
export function writePo(
  language: string,
  sentences: Sentences,
  translate: (sentence: string) => string,
): string {
  const head = [
    'msgid ""',
    'msgstr ""',
    `"Language: ${language}\\n"`,
    '"Content-Type: text/plain; charset=utf-8\\n"',
  ];
  const entries = sorted(sentences).map(([sentence, files]) => [
    ...[...files].toSorted().map((file) => `#: ${file}`),
    `msgid ${JSON.stringify(sentence)}`,
    `msgstr ${JSON.stringify(translate(sentence))}`,
  ]);
  return `${[head, ...entries].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Reads what {@link writePo} writes, and texts that an editor has broken over several lines. */
export function readPo(text: string): Translations {
  const found = new Map<string, string>();
  for (const entry of text.replaceAll('\r', '').split(/\n{2,}/)) {
    const id = textOf(entry, 'msgid');
    if (id) found.set(id, textOf(entry, 'msgstr'));
  }
  return found;
}

function textOf(entry: string, keyword: string): string {
  const quoted = new RegExp(`^${keyword} ((?:".*"\\s*)+)`, 'm').exec(entry)?.[1] ?? '""';
  return [...quoted.matchAll(/".*"/g)].map(([line]) => JSON.parse(line) as string).join('');
}

/** What is wrong with a language's words, one line each: missing, or other placeholders. */
export function faultsOf(sentences: Sentences, translations: Translations): string[] {
  return sorted(sentences).flatMap(([sentence, files]) => {
    const translated = translations.get(sentence) ?? '';
    if (translated === '') return `missing: ${JSON.stringify(sentence)} (${[...files].join(', ')})`;
    if (placeholders(sentence) === placeholders(translated)) return [];
    return `other placeholders: ${JSON.stringify(sentence)} is ${JSON.stringify(translated)}`;
  });
}

/** Their names, each once, whatever their order. */
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name))]
    .toSorted()
    .join();

export function sorted<T>(entries: ReadonlyMap<string, T>): [string, T][] {
  return [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
