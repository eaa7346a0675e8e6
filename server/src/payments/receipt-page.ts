import type { LetterLogo } from '../brands/letter-logo.ts';
import { Html, html } from '../formats/html.ts';
import type { Look } from './receipt-look.ts';
import type { Receipt } from './receipt.ts';

const style = new Html(`
  body { margin: 2rem auto; max-width: 40rem; padding: 0 1rem; color: #111; background: #fff;
    font: 1rem/1.5 system-ui, sans-serif; }
  header img { display: block; margin-bottom: 1rem; }
  header, address { font-style: normal; margin-bottom: 1.5rem; }
  h1 { font-size: 1.75rem; line-height: 1.2; }
  h2, caption { font-size: 1rem; font-weight: 700; margin: 0; text-align: start; }
  table { border-collapse: collapse; margin-bottom: 1.5rem; width: 100%; }
  th { font-weight: 400; text-align: start; }
  th, td { border-top: 1px solid #ccc; padding: .375rem 0; vertical-align: top; }
  td { font-variant-numeric: tabular-nums; padding-left: 1rem; text-align: end; }
  .total th, .total td { border-top: 2px solid #111; font-weight: 700; }
  .note { color: #444; font-size: .875rem; margin: -1rem 0 1.5rem; }
  @media print { body { margin: 0; max-width: none; } table { break-inside: avoid; } }
`);

export function receiptPage(receipt: Receipt, { logo, accent }: Look): string {
  const { title, seller, customer, customerHeading, facts, groups, total } = receipt;
  return html`<!doctype html>
    <html lang="${receipt.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} ${facts[0]?.[1]}</title>
        <style>
          ${style} .total th,
          .total td {
            border-color: ${accent};
          }
        </style>
      </head>
      <body>
        <header>${logo && picture(logo, seller[0] ?? '')}${broken(seller)}</header>
        <main>
          <h1>${title}</h1>
          <h2>${customerHeading}</h2>
          <address>${broken(customer)}</address>
          ${table(facts)}
          ${groups.map(({ heading, rows, note }) => [
            table(rows, heading),
            note && html`<p class="note">${note}</p>`,
          ])}
          ${table([total], undefined, 'total')}
        </main>
      </body>
    </html>`.markup;
}

/** Inside the page: it may be kept as a file. */
const picture = ({ bytes, width, height }: LetterLogo, alt: string) =>
  html`<img
    src="data:image/png;base64,${bytes.toString('base64')}"
    alt="${alt}"
    width="${width}"
    height="${height}"
  />`;

function table(rows: Receipt['facts'], caption?: string, className?: string): Html {
  return html`<table class="${className}">
    ${
      caption &&
      html`<caption>
        ${caption}
      </caption>`
    }
    <tbody>
      ${rows.map(
        ([label, value]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const broken = (lines: readonly string[]) =>
  lines.map((line, at) => html`${at > 0 && html`<br />`}${line}`);
