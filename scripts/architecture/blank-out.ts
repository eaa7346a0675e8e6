/**
 * The source with comments and the insides of strings, templates and regular expressions turned
 * into spaces, so that searches find code only. Length and line breaks stay; `${…}` stays code.
 */
export function blankOut(source: string): string {
  const out = source.split('');
  const blank = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (out[i] !== '\n') out[i] = ' ';
  };
  /** For each open template: how many braces are open inside its current `${`. */
  const templates: number[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at];
    const next = source[at + 1];
    if (char === '/' && next === '/') {
      const end = endOr(source, source.indexOf('\n', at));
      blank(at, end);
      at = end;
    } else if (char === '/' && next === '*') {
      const close = source.indexOf('*/', at + 2);
      const end = close < 0 ? source.length : close + 2;
      blank(at, end);
      at = end;
    } else if (char === "'" || char === '"') {
      const end = endOfQuoted(source, at, char);
      // A lone apostrophe in the text between tags opens no string.
      if (end !== undefined) blank(at + 1, end);
      at = (end ?? at) + 1;
    } else if (char === '`') {
      at = blankTemplate(source, at + 1, templates, blank);
    } else if (char === '/' && startsRegex(source, at)) {
      const end = endOfRegex(source, at);
      if (end !== undefined) blank(at + 1, end);
      at = (end ?? at) + 1;
    } else if (char === '{' && templates.length > 0) {
      templates.push((templates.pop() ?? 0) + 1);
      at++;
    } else if (char === '}' && templates.length > 0) {
      const open = (templates.pop() ?? 0) - 1;
      if (open >= 0) templates.push(open);
      at = open >= 0 ? at + 1 : blankTemplate(source, at + 1, templates, blank);
    } else {
      at++;
    }
  }
  return out.join('');
}

const endOr = (source: string, index: number) => (index < 0 ? source.length : index);

/** Blanks a template's text up to its end or its next `${`; gives the place after it. */
function blankTemplate(
  source: string,
  start: number,
  templates: number[],
  blank: (from: number, to: number) => void,
): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') {
      at++;
    } else if (source[at] === '`') {
      blank(start, at);
      return at + 1;
    } else if (source[at] === '$' && source[at + 1] === '{') {
      blank(start, at);
      templates.push(0);
      return at + 2;
    }
  }
  blank(start, source.length);
  return source.length;
}

function endOfQuoted(source: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote) return at;
  }
  return undefined;
}

/** A slash begins a regular expression where a value may begin; after a value it divides. */
function startsRegex(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 20), at).trimEnd();
  return before === '' || /[(,=:[!&|?;{]$|=>$|\b(return|typeof|case|of|in)$/.test(before);
}

function endOfRegex(source: string, start: number): number | undefined {
  let inClass = false;
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at;
  }
  return undefined;
}
