import { consoleProblems } from '@portside/contract/console/roles';
import type { Endpoint } from '@portside/contract/endpoint';
import {
  problemMessages,
  problemStatus,
  type Problem,
  type ProblemCode,
} from '@portside/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { DatabaseAway } from '../db/database.ts';
import { DiskFull } from '../db/disk-room.ts';
import { say } from '../words/say.ts';
import { No, type Refused } from './no.ts';

/** A failover or a lock takes some seconds. */
export const AWAY_SECONDS = 5;

const messages: Readonly<Record<ProblemCode, string>> = { ...problemMessages, ...consoleProblems };

function problemOf(error: unknown, request: FastifyRequest): { status: number; body: Problem } {
  const language = languageOf(request.headers['accept-language']);
  const build = (code: ProblemCode, more: Partial<Problem> = {}) => ({
    status: problemStatus[code],
    body: { code, message: say(language, messages[code]), requestId: request.id, ...more },
  });
  if (error instanceof No) {
    const errors = error.errors?.map((one) => ({ ...one, message: say(language, one.message) }));
    const { retryAfter } = error;
    return build(error.code, {
      ...(errors && { errors }),
      ...(retryAfter !== undefined && {
        retryAfter,
        ...longWait(language, error.code, retryAfter),
      }),
    });
  }
  if (error instanceof OutsideFailure) {
    request.log.warn({ error, requestId: request.id }, 'an outside service failed');
    return build('outside_down');
  }
  if (error instanceof DatabaseAway) {
    request.log.warn({ error, requestId: request.id }, 'the database did not answer');
    const message = say(language, 'Nothing can be saved right now. Please try again later.');
    const full = error instanceof DiskFull && { message };
    return build('unavailable', { retryAfter: AWAY_SECONDS, ...full });
  }
  const status = (error as FastifyError).statusCode ?? 500;
  if (status === 413) return build('too_large');
  if (status === 415) return build('unsupported');
  if (status === 429) return build('too_often');
  if (status === 404) return build('not_found');
  if (status >= 400 && status < 500) return build('invalid');
  request.log.error({ error, requestId: request.id }, 'unexpected');
  return build('unexpected');
}

function longWait(language: string, code: ProblemCode, seconds: number): Partial<Problem> {
  const minutes = Math.ceil(seconds / 60);
  if (code !== 'too_often' || minutes <= 2) return {};
  if (minutes < 120) {
    return {
      message: say(language, 'Too many tries. Please try again in {minutes} minutes.', {
        minutes: String(minutes),
      }),
    };
  }
  const hours = String(Math.ceil(minutes / 60));
  return {
    message: say(language, 'Too many tries. Please try again in {hours} hours.', { hours }),
  };
}

export function refusalOf(
  endpoint: Endpoint,
  refused: Refused<string>,
  request: FastifyRequest,
): Problem {
  const language = languageOf(request.headers['accept-language']);
  const named = endpoint.refusals[refused.reason];
  if (!named) throw new Error(`${endpoint.name} does not list the refusal ${refused.reason}`);
  const message = say(language, named.message);
  const { line } = refused;
  // Of a refusal without a field the line itself is shown.
  const field = named.field ?? (line && 'line');
  return {
    code: 'refused',
    message,
    reason: refused.reason,
    ...(field && { errors: [{ field, message, ...(line && { line }) }] }),
    requestId: request.id,
    ...refused.detail,
  };
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = problemOf(error, request);
  if (body.retryAfter) reply.header('retry-after', String(body.retryAfter));
  reply.header('cache-control', 'no-store');
  return reply.status(status).type('application/json').send(JSON.stringify(body));
}

export function languageOf(header: string | undefined): string {
  return /^\s*es\b/i.test(header ?? '') ? 'es' : 'en';
}
