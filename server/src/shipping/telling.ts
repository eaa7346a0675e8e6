import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { viewAnyCardLine } from '../lines/card-arrives.ts';
import { tellOfLine } from '../lines/told.ts';
import { cardEmail, type News } from './emails.ts';
import { newLineOf } from './new-line-name.ts';
import type { Shipment } from './shipments.ts';

export async function tell(app: App, tx: Tx, card: Shipment, news: News): Promise<void> {
  const line = await viewAnyCardLine(tx, card.line_id);
  if (!line) return;
  const among = await newLineOf(app, tx, line);
  await tellOfLine(app, tx, line, 'use', (brand, reader) =>
    cardEmail(brand, reader, news, { ...line, among }, card),
  );
}
