import pg from 'pg';

/**
 * The database is away, full or too slow. Callers and jobs try again; whether a commit was made is
 * unknown.
 */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`The database does not answer: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    });
  }
}

/** Connection lost, too many, no room, shutting down, read only after a failover. */
const CLASSES = ['08', '53', '57P'];
const STATES = [
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '40001', // serialization failure
  '40P01', // deadlock
  '25006', // the server became a standby
];
const SOCKET = /^E[A-Z_]+$/;
const CLIENT = /^(?:Connection terminated|Client (?:has|was)|Query read timeout|timeout exceeded)/;

export function nameAway(error: unknown): unknown {
  return isAway(error) && !(error instanceof DatabaseAway) ? new DatabaseAway(error) : error;
}

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return STATES.includes(code) || CLASSES.some((one) => code.startsWith(one));
  }
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SOCKET.test(code) || CLIENT.test(error.message);
}
