import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { freeLine, keepLine } from '../line-guard/kept-lines.ts';
import { isProvenOf, lineOfNumber } from './looking.ts';
import { openLines } from './sealed.ts';
import * as store from './store.ts';

/**
 * SIM, number and end of a line wait for the decision, once the request is whole and it is known who
 * uses the line; else they are free. Under the lock of the request.
 */
export async function keepProven(app: App, tx: Tx, row: store.SeparationRow): Promise<void> {
  const lines = openLines(app, await store.linesOf(tx, row.id));
  const isKept = row.state === 'open' && row.whole_at !== null;
  // In the order of lines, so that no two requests wait for each other.
  const wanted: { line: store.LineRow; lineId: string | undefined }[] = [];
  for (const line of lines) {
    const found = isKept ? await lineOfNumber(tx, row.tenant_id, line.number) : undefined;
    wanted.push({ line, lineId: isProvenOf(line, found) ? found?.lineId : undefined });
  }
  const keyOf = (one: (typeof wanted)[number]) => one.lineId ?? one.line.kept_line_id ?? '';
  for (const one of wanted.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))) {
    const before = one.line.kept_line_id;
    if (before === (one.lineId ?? null)) continue;
    await freeKept(app, tx, one.line);
    if (!one.lineId) continue;
    await store.changeLine(tx, one.line, { kept_line_id: one.lineId });
    await keepLine(app, tx, { tenant: row.tenant_id, lineId: one.lineId });
  }
}

/** All of them. */
export async function freeAll(app: App, tx: Tx, row: store.SeparationRow): Promise<void> {
  const lines = await store.linesOf(tx, row.id);
  const keyOf = (line: store.LineRow) => line.kept_line_id ?? '';
  for (const line of lines.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))) {
    await freeKept(app, tx, line);
  }
}

/** Unless another request wants it, too. Harmless when it is not kept. */
export async function freeKept(app: App, tx: Tx, line: store.LineRow): Promise<void> {
  const { kept_line_id: lineId, separation_id: id, tenant_id: tenant } = line;
  if (!lineId) return;
  await store.changeLine(tx, line, { kept_line_id: null });
  if (!(await store.isKeptByOther(tx, lineId, id))) await freeLine(app, tx, { tenant, lineId });
}
