/** Signs at the start of a cell that spreadsheets take for a formula, full-width ones included. */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/u;

/**
 * A record of a CSV file (RFC 4180), line end included. Text that a spreadsheet would run as a
 * formula gets an apostrophe in front.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: string): string {
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
