import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding, SourceFile } from './source-files.ts';

const folder = 'docs/decisions';
const index = `${folder}/README.md`;
const pageName = /^(\d{4})-[a-z0-9-]+\.md$/;

/**
 * Each page stands in the index once, with its number; what pages, papers and comments name is
 * there: numbers, links and, between backticks, files.
 */
export function checkDecisions(root: string, sources: readonly SourceFile[]): Finding[] {
  if (!existsSync(path.join(root, folder))) return [];
  const names = readdirSync(path.join(root, folder)).filter((name) => pageName.test(name));
  const numbers = names.map((name) => name.slice(0, 4));
  const texts = papers(root).map((file) => ({
    path: file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }));
  const files = new Set([...sources.map((source) => source.path), ...texts.map((one) => one.path)]);
  const pages = texts.filter((one) => path.dirname(one.path) === folder);
  return [
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map(doubled),
    ...pages.flatMap((page) => checkTitle(page)),
    ...checkIndex(pages.find((page) => page.path === index)?.text ?? '', names),
    ...texts.flatMap((text) => checkLinks(root, text)),
    ...[...texts, ...sources].flatMap((text) => checkNumbers(text, numbers)),
    ...pages.flatMap((page) => checkFiles(page, files, root)),
  ];
}

interface Text {
  readonly path: string;
  readonly text: string;
}

function papers(root: string): string[] {
  const under = (name: string) =>
    existsSync(path.join(root, name))
      ? readdirSync(path.join(root, name), { withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
          .map((entry) => path.posix.join(name, entry.name))
      : [];
  return ['.', 'docs', 'docs/adapters', folder, 'bench'].flatMap(under);
}

const doubled = (number: string): Finding => ({
  file: index,
  line: 1,
  wrong: `two pages have the number ${number}`,
  instead: 'a number names one page: give the newer one another',
});

function checkTitle({ path: file, text }: Text): Finding[] {
  const number = pageName.exec(path.basename(file))?.[1];
  if (!number || text.startsWith(`# ${number} `)) return [];
  return [{ file, line: 1, wrong: 'a title without its number', instead: `# ${number} …` }];
}

function checkIndex(text: string, names: readonly string[]): Finding[] {
  const lines = [...text.matchAll(/^- \[(\d{4})\]\(([^)]+)\) \S/gm)];
  const listed = lines.map(([, , name = '']) => name);
  const wrong = [
    ...names.filter((name) => !listed.includes(name)).map((name) => `${name} has no line here`),
    ...listed.filter((name) => !names.includes(name)).map((name) => `${name} is no page`),
    ...listed
      .filter((name, at) => listed.indexOf(name) !== at)
      .map((name) => `${name} is listed twice`),
    ...lines
      .filter(([, number = '', name = '']) => !name.startsWith(`${number}-`))
      .map(([, number, name]) => `${number} leads to ${name}`),
  ];
  return wrong.map((one) => ({
    file: index,
    line: 1,
    wrong: one,
    instead: 'one line for each page, under its room: - [0001](0001-name.md) what it decides',
  }));
}

function checkLinks(root: string, { path: file, text }: Text): Finding[] {
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)];
  return links
    .filter(([, target = '']) => !existsSync(path.join(root, path.dirname(file), target)))
    .map((link) => ({
      file,
      line: lineOf(text, link.index),
      wrong: `leads to ${link[1]}, which is not there`,
      instead: 'name the file that is meant, or say it without a link',
    }));
}

/** `docs/decisions/0180` anywhere; in a page also `0180` alone. */
function checkNumbers({ path: file, text }: Text, numbers: readonly string[]): Finding[] {
  const isPage = path.dirname(file) === folder;
  const named = isPage ? /(?<![\d.$:])(0\d{3})\b(?![.,]\d)/g : /docs\/decisions\/(\d{4})/g;
  return [...text.matchAll(named)]
    .filter(([, number = '']) => !numbers.includes(number))
    .map((match) => ({
      file,
      line: lineOf(text, match.index),
      wrong: `names decision ${match[1]}, which is not there`,
      instead: 'name the page that says it now',
    }));
}

/** `server/src/db/pools.ts`, also from the room's folder on: `db/pools.ts`. */
function checkFiles({ path: file, text }: Text, files: ReadonlySet<string>, root: string) {
  const named = [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+\.(?:tsx?|cjs|po))`/g)];
  return named
    .filter(([, name = '']) => ![...files].some((one) => `/${one}`.endsWith(`/${name}`)))
    .filter(([, name = '']) => !existsSync(path.join(root, name)))
    .map((match): Finding => ({
      file,
      line: lineOf(text, match.index),
      wrong: `names ${match[1]}, which is not there`,
      instead: 'name the file as it is called now, or say what became of it',
    }));
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;
