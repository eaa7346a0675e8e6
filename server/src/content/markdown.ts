import type { TextBlock, TextPage, TextRun } from '@portside/contract/content';

/**
 * Parses the Markdown that brands write: one `#` title, `##` sections, `###` headings, paragraphs,
 * lists, **strong**, _em_, `code` and [links](/to). The result is a tree of texts, so no HTML gets
 * in.
 */
export function textPageOf(markdown: string): TextPage {
  const page: TextPage = { title: '', blocks: [], sections: [] };
  const ids = new Set<string>();
  let blocks = page.blocks;
  for (const piece of markdown.replaceAll('\r', '').split(/\n{2,}|\n(?=#)|(?<=^#.*)\n/m)) {
    const text = piece.trim();
    if (text === '') continue;
    const [, marks, words = ''] = /^(#{1,3})\s+(.+)$/s.exec(text) ?? [];
    if (marks === '#') page.title = plain(words);
    else if (marks === '##') {
      const [, title = '', given] = /^(.*?)(?:\s+\{#([a-z0-9-]+)\})?$/s.exec(words) ?? [];
      const section = {
        id: freeId(given ?? idOf(plain(title)), ids),
        title: plain(title),
        blocks: [],
      };
      page.sections.push(section);
      blocks = section.blocks;
    } else if (marks === '###') blocks.push({ kind: 'heading', runs: runsOf(words) });
    else blocks.push(blockOf(text));
  }
  return page;
}

function blockOf(text: string): TextBlock {
  const mark = /^(?:[-*]|\d+\.)\s+/;
  if (!mark.test(text)) return { kind: 'paragraph', runs: runsOf(text) };
  const items = text.split(/\n(?=[-*]\s|\d+\.\s)/).map((item) => runsOf(item.replace(mark, '')));
  return { kind: 'list', ordered: /^\d/.test(text), items };
}

const marked =
  /\*\*(?<strong>.+?)\*\*|(?<!\w)_(?<em>.+?)_(?!\w)|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<to>[^)\s]+)\)/s;

function runsOf(text: string, look: Omit<TextRun, 'text'> = {}): TextRun[] {
  const runs: TextRun[] = [];
  let rest = text.replaceAll(/\s*\n\s*/g, ' ');
  for (let found = marked.exec(rest); found; found = marked.exec(rest)) {
    if (found.index > 0) runs.push({ ...look, text: rest.slice(0, found.index) });
    const { strong, em, code, label, to } = found.groups ?? {};
    if (strong !== undefined) runs.push(...runsOf(strong, { ...look, strong: true }));
    else if (em !== undefined) runs.push(...runsOf(em, { ...look, em: true }));
    else if (code !== undefined) runs.push({ ...look, text: code, code: true });
    else if (label !== undefined && to !== undefined) {
      runs.push(...runsOf(label, isSafe(to) ? { ...look, to } : look));
    }
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') runs.push({ ...look, text: rest });
  return runs;
}

/** Own paths, anchors, web addresses, emails and calls: nothing that runs. */
const isSafe = (to: string) => /^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/.test(to);

export const plainText = (runs: readonly TextRun[]) => runs.map((run) => run.text).join('');
const plain = (text: string) => plainText(runsOf(text.trim()));

/** `Can I keep my number?` is `can-i-keep-my-number`. */
function idOf(title: string): string {
  const words = title.normalize('NFKD').toLowerCase().replaceAll(/[’']/g, '');
  return (
    words
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .replaceAll(/[^\x21-\x7e]/g, '') || 'section'
  );
}

function freeId(id: string, taken: Set<string>): string {
  let free = id;
  for (let count = 2; taken.has(free); count += 1) free = `${id}-${count}`;
  taken.add(free);
  return free;
}
