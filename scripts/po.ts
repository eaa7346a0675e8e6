/** English sentences, which are their own ids, with their files. */
export type Sentences = ReadonlyMap<string, ReadonlySet<string>>;
export type Translations = ReadonlyMap<string, string>;

/** No line numbers: a file that grows changes no catalog. */
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

/** Also reads texts that an editor has wrapped. */
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

export function faultsOf(sentences: Sentences, translations: Translations): string[] {
  return sorted(sentences).flatMap(([sentence, files]) => {
    const translated = translations.get(sentence) ?? '';
    if (translated === '') return `missing: ${JSON.stringify(sentence)} (${[...files].join(', ')})`;
    if (placeholders(sentence) === placeholders(translated)) return [];
    return `other placeholders: ${JSON.stringify(sentence)} is ${JSON.stringify(translated)}`;
  });
}

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name))]
    .toSorted()
    .join();

export function sorted<T>(entries: ReadonlyMap<string, T>): [string, T][] {
  return [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
