import type { Receipt } from './receipt.ts';

const style = `
  body { margin: 2rem auto; max-width: 40rem; padding: 0 1rem; color: #111; background: #fff;
    font: 1rem/1.5 system-ui, sans-serif; }
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
`;

/** The receipt as one page that needs nothing beside it: to read, print or keep. */
export function receiptPage(receipt: Receipt): string {
  const { title, seller, customer, customerHeading, facts, groups, total } = receipt;
  return [
    `<!doctype html><html lang="${receipt.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(`${title} ${facts[0]?.[1] ?? ''}`)}</title><style>${style}</style></head><body>`,
    `<header>${seller.map(escape).join('<br>')}</header><main><h1>${escape(title)}</h1>`,
    `<h2>${escape(customerHeading)}</h2><address>${customer.map(escape).join('<br>')}</address>`,
    table(facts),
    ...groups.map(({ heading, rows, note }) => table(rows, heading) + noteOf(note)),
    table([total], undefined, 'total'),
    '</main></body></html>',
  ].join('\n');
}

function table(
  rows: readonly (readonly [string, string])[],
  caption?: string,
  className?: string,
): string {
  const cells = rows.map(
    ([label, value]) => `<tr><th scope="row">${escape(label)}</th><td>${escape(value)}</td></tr>`,
  );
  return [
    `<table${className ? ` class="${className}"` : ''}>`,
    caption ? `<caption>${escape(caption)}</caption>` : '',
    `<tbody>${cells.join('')}</tbody></table>`,
  ].join('');
}

function noteOf(note: string | undefined): string {
  return note ? `<p class="note">${escape(note)}</p>` : '';
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
