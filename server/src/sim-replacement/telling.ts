import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { publishSim, type SimLine } from '../lines/sim-moves.ts';
import { type LineReader, warnOfLine } from '../lines/told.ts';
import { replacementEmail, type News } from './emails.ts';
import type { ReplacementRow } from './store.ts';

/** Holder and member by email, and the open pages. */
export async function tell(
  app: App,
  tx: Tx,
  line: SimLine,
  row: ReplacementRow,
  news: News,
): Promise<void> {
  const isFirst = news === 'announced' || news === 'announced_mail';
  const waits = isFirst ? row.id : undefined;
  const write = (brand: Brand, reader: LineReader) =>
    replacementEmail(app, brand, reader, news, line, row);
  await warnOfLine(app, tx, line, 'both', write, waits);
  await publishSim(app, tx, line);
}
