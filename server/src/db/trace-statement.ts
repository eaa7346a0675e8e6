import type { Step } from '../process/traces.ts';

const MOST = 2000;
const known = new Map<string, Step>();

/** Of a statement as it was prepared: arguments are not in it, and constants are taken out. */
export function statementStep(sql: string): Step {
  const step = known.get(sql) ?? stepOf(sql);
  if (known.size >= MOST) known.clear();
  known.set(sql, step);
  return step;
}

function stepOf(sql: string): Step {
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update)\s+"?([a-z_.]+)"?/i.exec(sql)?.[1];
  const text = sql.replaceAll(/'(?:[^']|'')*'|(?<![\w$])\d+(?:\.\d+)?/g, '?');
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'statement',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.replaceAll(/\s+/g, ' ').trim(),
    },
  };
}
