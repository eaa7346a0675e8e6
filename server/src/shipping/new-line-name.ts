import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { type CardLine, isAmongNewLines } from '../lines/card-arrives.ts';

/** A new line without a number, as its receipt has it, where there are several (P03). */
export interface NewLine {
  readonly plan: string;
  readonly order: string;
}

export async function newLineOf(app: App, db: Query, line: CardLine): Promise<NewLine | undefined> {
  const { orderId, owner, planName: plan } = line;
  if (orderId === null || !(await isAmongNewLines(db, line))) return undefined;
  const order = (await app.orderNumbers(app, db, owner, [orderId])).get(orderId);
  return order ? { plan, order } : undefined;
}
