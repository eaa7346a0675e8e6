/** Safe markup, from {@link html} or our own code. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes its holes, except markup. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  let markup = parts[0] ?? '';
  for (const [at, piece] of pieces.entries()) markup += render(piece) + (parts[at + 1] ?? '');
  return new Html(markup);
}

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.markup;
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'string' || typeof piece === 'number') {
    return String(piece).replaceAll(/[&<>"']/g, (found) => entities[found] ?? found);
  }
  return piece.map(render).join('');
}
