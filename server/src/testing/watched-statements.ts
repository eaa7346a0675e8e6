import pg from 'pg';

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Asked = string | { text: string; values?: unknown[] };

/** Notes what every connection of this process is asked, until the answer is called. */
export function watchStatements(): () => Statement[] {
  const seen: Statement[] = [];
  // The one place that all connections share, whoever opened them.
  const prototype = pg.Client.prototype as unknown as {
    query: (this: unknown, asked: Asked, values?: unknown, ...more: unknown[]) => unknown;
  };
  const { query } = prototype;
  prototype.query = function watched(asked, values, ...more) {
    if (typeof asked === 'string') {
      seen.push({ text: asked, values: Array.isArray(values) ? values : [] });
    } else seen.push({ text: asked.text, values: asked.values ?? [] });
    return query.call(this, asked, values, ...more);
  };
  return () => {
    prototype.query = query;
    return seen;
  };
}

/** How many statements like these a piece of work asks. */
export async function countStatements(work: () => Promise<unknown>, like: RegExp): Promise<number> {
  const seen = watchStatements();
  try {
    await work();
  } finally {
    seen();
  }
  return seen().filter(({ text }) => like.test(text)).length;
}

/** Of what only reads: asked five times, as whatever the product does meanwhile only adds to it. */
export async function fewestStatements(
  read: () => Promise<unknown>,
  like: RegExp,
): Promise<number> {
  let fewest = Infinity;
  for (let time = 0; time < 5; time += 1) {
    fewest = Math.min(fewest, await countStatements(read, like));
  }
  return fewest;
}
