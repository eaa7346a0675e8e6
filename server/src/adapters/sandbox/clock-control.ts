import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Clock, hours, later, type Move } from '../../clock.ts';
import { html } from '../../formats/html.ts';
import { acceptForms, answer, failure, posted } from './forms.ts';

/** @returns the new time; undefined where it may not move */
export type MoveTime = (to: Move) => Promise<Date | undefined>;

/** Well before the minute after which proxies give up. */
const ALIVE_MS = 20_000;
const MOST_HOURS = 24 * 400;
/** With its time zone. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * `POST /sandbox/clock {"hours": n}` or `{"until": ISO}`: everything due on the way happens before the
 * answer. Who lost the answer asks again with `until`: that is not added up.
 */
export async function clockControl(
  http: FastifyInstance,
  { clock, move, aliveMs = ALIVE_MS }: { clock: Clock; move: MoveTime; aliveMs?: number },
) {
  acceptForms(http);
  /** One after the other. */
  let last: Promise<unknown> = Promise.resolve();
  http.post('/', async (request, reply) => {
    const [count, until] = [posted(request, 'hours'), posted(request, 'until')];
    const to = until === '' ? byHours(count) : count === '' ? toMoment(until, clock) : undefined;
    if (!to) {
      const [field, sentence] =
        until === ''
          ? ['hours', `hours is a whole number from 0 to ${MOST_HOURS}.`]
          : ['until', `until is a time within ${MOST_HOURS} hours, in place of hours.`];
      return reply.status(400).send(failure(sentence, field));
    }
    const moved = last.then(() => move(to));
    last = moved.catch(() => {});
    if (isForJson(request) && (await takesLonger(moved, aliveMs))) {
      return reply.type('application/json; charset=utf-8').send(inTime(moved, aliveMs));
    }
    const now = await moved;
    if (now) return answer(request, reply, '/sandbox', { now: now.toISOString() });
    const sentence = 'Time moves only while payment, carrier and mail are all simulated.';
    return reply.status(403).send(failure(sentence));
  });
}

const isForJson = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/json') ?? false;

async function takesLonger(moved: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const over = Promise.withResolvers<true>();
  const timer = setTimeout(() => over.resolve(true), milliseconds);
  const done = moved.then(() => false);
  return Promise.race([done, over.promise]).finally(() => clearTimeout(timer));
}

/** Spaces before the answer: clients and proxies give up on a connection that is silent. */
function inTime(moved: Promise<Date | undefined>, milliseconds: number): Readable {
  const body = new PassThrough();
  body.write(' ');
  const timer = setInterval(() => body.write(' '), milliseconds);
  moved
    .then((now) => body.end(JSON.stringify({ now: now?.toISOString() })))
    .catch((error: Error) => body.destroy(error))
    .finally(() => clearInterval(timer));
  return body;
}

function byHours(text: string): Move | undefined {
  const count = Number(text);
  const isFine = text !== '' && Number.isInteger(count) && count >= 0 && count <= MOST_HOURS;
  return isFine ? { milliseconds: hours(count) } : undefined;
}

/** One that has passed moves nothing. */
function toMoment(text: string, clock: Clock): Move | undefined {
  const until = new Date(text);
  const isFine = ISO.test(text) && until <= later(clock.now(), hours(MOST_HOURS));
  return isFine ? { until } : undefined;
}

const steps = [
  [1, 'An hour'],
  [24, 'A day'],
  [7 * 24, 'A week'],
  [30 * 24, '30 days'],
] as const;

export const clockForm = (now: Date) =>
  html`<section aria-labelledby="clock">
    <h2 id="clock">Time</h2>
    <p>
      It is ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC. Time only goes forward; what
      falls due on the way happens.
    </p>
    <ul class="plain">
      ${steps.map(
        ([hoursOn, label]) =>
          html`<li>
            <form method="post" action="/sandbox/clock">
              <input type="hidden" name="hours" value="${hoursOn}" />
              <button type="submit">${label} on</button>
            </form>
          </li>`,
      )}
      <li>
        <form method="post" action="/sandbox/clock">
          <label
            >Until <input name="until" value="${now.toISOString()}" size="26" required
          /></label>
          <button type="submit">Go there</button>
        </form>
      </li>
    </ul>
  </section>`;
