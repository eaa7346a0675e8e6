/** What spreadsheets take for a formula, full-width signs included. */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/u;

/** RFC 4180, line end included. An apostrophe keeps text from running as a formula. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: string): string {
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
