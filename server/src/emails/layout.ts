import type { Brand } from '../brands/brands.ts';
import { LETTER_LOGO } from '../brands/letter-logo.ts';
import { Html, html, type Piece } from '../formats/html.ts';

/** In bold: what the others come to. A heading has no value, and those below it belong to it. */
export type Row = readonly [label: string, value: string, weight?: 'bold' | 'heading'];

/** What an email says, in its reader's language. */
export interface Said {
  subject: string;
  /** What a list of emails shows beside the subject. */
  preview: string;
  lines: readonly string[];
  code?: string;
  rows: readonly Row[];
  link?: { label: string; url: string };
  also?: { label: string; url: string };
  /** Other news of the same event, below it. */
  further?: readonly Said[];
}

/**
 * The email as mail programs draw it: most know no stylesheet in `<head>`, so each part has its own
 * style, and what is in `<head>` is for a dark ground alone (docs/decisions/0975).
 */
export function layOut(brand: Brand, language: string, said: Said): string {
  const { letters, company, support } = brand;
  const { ground, ink, paper = ground } = letters;
  const at = (parts: string) => `${parts};color:${ink};font:16px/1.5 ${FONT}`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${night(brand)}
        <title>${said.subject}</title>
      </head>
      <body class="ground" style="${at(`margin:0;padding:0;background:${ground}`)}">
        <div style="display:none;max-height:0;overflow:hidden">${said.preview}</div>
        <table role="presentation" class="ground" style="${WHOLE};background:${ground}">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table role="presentation" style="${WHOLE};max-width:560px;text-align:left">
                <tr>
                  <td style="padding:0 4px 16px">${logo(brand)}</td>
                </tr>
                <tr>
                  <td class="paper" style="${at(sheet(paper, letters.radius))}">
                    ${main(brand, said)}
                  </td>
                </tr>
                <tr>
                  <td class="ground" style="${at('padding:20px 4px 0')};${SMALL}">
                    ${company}<br />
                    <a
                      class="ink"
                      href="tel:${support.phone.replaceAll(/[^\d+]/g, '')}"
                      style="${LINK}"
                      >${support.phone}</a
                    >,
                    <a class="ink" href="mailto:${support.email}" style="${LINK}"
                      >${support.email}</a
                    >
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup;
}

function main(brand: Brand, said: Said): Piece[] {
  const { subject, lines, code, rows, link, also, further = [] } = said;
  return [
    html`<h1 style="margin:0 0 16px;font:700 24px/1.25 ${FONT}">${held(subject)}</h1>`,
    lines.map((line) => html`<p style="margin:0 0 16px">${held(line)}</p>`),
    code && html`<p style="${CODE}">${code}</p>`,
    rows.length > 0 && table(rows),
    link &&
      html`<p style="margin:24px 0 8px">
        <a class="button" href="${link.url}" style="${button(brand)}">${link.label}</a>
      </p>`,
    also &&
      html`<p style="margin:16px 0 0">
        <a class="ink" href="${also.url}" style="${LINK}">${also.label}</a>
      </p>`,
    further.map(part),
  ];
}

/** Below a rule, with links in its text: an email has one button. */
function part({ subject, lines, rows, link, also }: Said): Html {
  return html`<h2 style="${PART};font:700 18px/1.3 ${FONT}">${held(subject)}</h2>
    ${lines.map((line) => html`<p style="margin:0 0 16px">${held(line)}</p>`)}
    ${rows.length > 0 && table(rows)}
    ${[link, also].map(
      (one) =>
        one &&
        html`<p style="margin:0 0 16px">
          <a class="ink" href="${one.url}" style="${LINK}">${one.label}</a>
        </p>`,
    )}`;
}

function table(rows: readonly Row[]): Html {
  return html`<table style="${WHOLE};margin:0 0 16px">
    ${
      hasHeadings(rows)
        ? groupsOf(rows).map(
            (group) =>
              html`<tbody>
                ${group.map(drawn)}
              </tbody>`,
          )
        : rows.map(drawn)
    }
  </table>`;
}

function drawn([label, value, weight]: Row): Html {
  const style = `padding:8px 0;vertical-align:top;border-top:${weight ? 2 : 1}px solid ${RULE};font-weight:${weight ? 700 : 400}`;
  if (weight === 'heading') {
    return html`<tr>
      <th scope="rowgroup" colspan="2" style="${style};padding-top:24px;text-align:left">
        ${label}
      </th>
    </tr>`;
  }
  return html`<tr>
    <th scope="row" style="${style};padding-right:16px;text-align:left">${label}</th>
    <td style="${style};text-align:right;${value.length < 16 && 'white-space:nowrap'}">${value}</td>
  </tr>`;
}

const hasHeadings = (rows: readonly Row[]) => rows.some(([, , weight]) => weight === 'heading');

/** What is under each heading, and last what all come to. */
export function groupsOf(rows: readonly Row[]): Row[][] {
  if (!hasHeadings(rows)) return [[...rows]];
  const begins = rows.flatMap(([, , weight], at) => (weight || at === 0 ? [at] : []));
  return begins.map((from, at) => rows.slice(from, begins[at + 1]));
}

/** Its words stand where a mail program draws no pictures. */
function logo({ id, origin, product, letters, letterLogo }: Brand): Html {
  if (!letterLogo) return html`<span style="${WORDMARK}">${product}</span>`;
  const { width, height } = letterLogo;
  const hasNight = letterLogo.hasNight && letters.night !== undefined;
  const picture = (file: string, name: string, style: string) =>
    html`<img
      class="${name}"
      src="${origin}/brands/${id}/${file}"
      alt="${product}"
      width="${width}"
      height="${height}"
      style="${WORDMARK};border:0;${style}"
    />`;
  return html`${picture(LETTER_LOGO.day, hasNight ? 'day' : '', '')}${
    hasNight && picture(LETTER_LOGO.night, 'night', 'display:none')
  }`;
}

function night({ letters }: Brand): Html {
  const dark = letters.night;
  if (!dark) return html`<meta name="color-scheme" content="light only" />`;
  const { ground, paper = ground, ink, action, onAction } = dark;
  const rules = new Html(`
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .ground { background: ${ground} !important; color: ${ink} !important; }
      .paper { background: ${paper} !important; color: ${ink} !important; }
      .ink { color: ${ink} !important; }
      .button { background: ${action} !important; color: ${onAction} !important; }
      .day { display: none !important; }
      .night { display: inline-block !important; }
    }`);
  return html`<meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <style>
      ${rules}
    </style>`;
}

/** A telephone number is never broken over two lines. */
const held = (sentence: string): Piece[] =>
  sentence
    .split(/(\(\d{3}\) \d{3}-\d{4})/)
    .map((part, at) =>
      at % 2 === 1 ? html`<span style="white-space:nowrap">${part}</span>` : part,
    );

// A system's own letters: no mail program waits for a font.
const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const WHOLE = 'width:100%;border-collapse:separate;border-spacing:0';
/** Seen on light and on dark. */
const RULE = '#8c8c8c66';
const LINK = 'color:inherit';
const SMALL = 'font-size:14px';
const WORDMARK = 'font-weight:700;font-size:20px';
// Selected as one word; five digits fit the narrowest phone.
const CODE =
  'margin:24px 0;font:700 32px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px';
const PART = `margin:28px 0 12px;padding:24px 0 0;border-top:1px solid ${RULE}`;
const sheet = (paper: string, radius: number) =>
  `padding:28px 24px;overflow-wrap:anywhere;background:${paper};border:1px solid ${RULE};border-radius:${Math.min(radius, 16)}px`;
const button = ({ letters: { action, onAction, radius } }: Brand) =>
  `display:inline-block;padding:14px 24px;border-radius:${radius}px;background:${action};color:${onAction};font-weight:600;text-decoration:none`;
