import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * JSON lines on standard output. Of an error only what a reader of the log needs: the other fields
 * of a database's or a provider's error can hold what a customer typed.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { error: readable, err: readable } }, destination);
}

function readable(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack, ...(cause !== undefined && { cause: readable(cause) }) };
}
