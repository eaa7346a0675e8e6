/** Of Node's network, and of PostgreSQL: no such user, wrong password, no such database. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** As `pg` says it, without a code. */
const SILENT = /^(?:timeout exceeded when trying to connect|Connection terminated)/;
const refused: Readonly<Record<string, string>> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not log in',
  '3D000': 'there is no database of that name',
};

/**
 * What stopped the start, in a sentence with what to do; undefined for what nobody foresaw, which
 * deserves its stack.
 */
export function startTrouble(error: unknown, port = 0): string | undefined {
  for (const { code, syscall, message } of causes(error)) {
    if (code === 'EADDRINUSE') {
      return `Port ${port} is taken by another program. Stop that one, or set PORT to a free port.`;
    }
    if (code === 'EACCES' && syscall === 'listen') {
      return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
    }
    if (SILENT.test(message)) {
      return 'The database does not answer in time. Look whether it runs, and at DATABASE_URL.';
    }
    if (code === undefined) continue;
    if (unreachable.has(code) && syscall !== 'listen') {
      return `The database does not answer (${message || code}). Start it, or correct DATABASE_URL.`;
    }
    const why = refused[code];
    if (why) return `The database lets nobody in: ${why}. Correct DATABASE_URL.`;
  }
  return undefined;
}

/** An error, what caused it, and each of several at once. */
function* causes(error: unknown): Generator<NodeJS.ErrnoException> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* causes(one);
  yield* causes(error.cause);
}
