import { type DestinationStream, type Logger, pino } from 'pino';

/** JSON lines. Only some fields of an error: others can hold what a customer typed. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { error: readable, err: readable } }, destination);
}

function readable(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack, ...(cause !== undefined && { cause: readable(cause) }) };
}
