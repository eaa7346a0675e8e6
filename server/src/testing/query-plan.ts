import type pg from 'pg';
import type { Statement } from './watched-statements.ts';

/** How a statement found its rows. */
export interface QueryPlan {
  /** Tables that were read from one end to the other, though they are large. */
  readonly walked: string[];
  /** Rows that were looked at, those among them that were not wanted. */
  readonly rows: number;
  /** Pages of 8 kB. */
  readonly pages: number;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

/** What is asked by a customer, an operator or a job; not how tests wait (passing-time.ts). */
export const canBeExplained = ({ text }: Statement) =>
  /^\s*(?:with(?! idle)|select|update|delete|insert\b[^;]*\bselect)\b/i.test(text) &&
  !/pg_advisory|pg_catalog|pg_stat|pg_settings|current_setting|information_schema|kysely_|pgboss\.(?:version|bam|queue)/i.test(
    text,
  );

/** Runs the statement, and takes back what it did. */
export async function planOf(
  client: pg.Client,
  { text, values }: Statement,
  largeTables: ReadonlySet<string>,
): Promise<QueryPlan> {
  await client.query('begin');
  try {
    const answer = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      [...values],
    );
    const plan = answer.rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error(`There is no plan of ${text}`);
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
    return {
      walked: scans
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? '')
        .filter((table) => largeTables.has(table)),
      rows: scans.reduce((sum, node) => sum + rowsOf(node), 0),
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    };
  } finally {
    await client.query('rollback');
  }
}

const rowsOf = (node: Node) =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Tables with so many rows that nobody may walk through them. */
export async function tablesOver(client: pg.Client, rows: number): Promise<Set<string>> {
  const { rows: found } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and reltuples >= $1`,
    [rows],
  );
  return new Set(found.map(({ name }) => name));
}
