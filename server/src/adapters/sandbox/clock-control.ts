import type { FastifyInstance } from 'fastify';
import { hours } from '../../clock.ts';
import { html } from '../../html.ts';
import { acceptForms, answer, failure, posted } from './forms.ts';

/** @returns the new time; undefined where it may not move */
export type MoveTime = (milliseconds: number) => Promise<Date | undefined>;

const MOST_HOURS = 24 * 400;

/** `POST /sandbox/clock {"hours": n}`: everything due on the way happens. */
export async function clockControl(http: FastifyInstance, { move }: { move: MoveTime }) {
  acceptForms(http);
  /** One after the other. */
  let last: Promise<unknown> = Promise.resolve();
  http.post('/', async (request, reply) => {
    const text = posted(request, 'hours');
    const count = Number(text);
    if (text === '' || !Number.isInteger(count) || count < 0 || count > MOST_HOURS) {
      const sentence = `hours is a whole number from 0 to ${MOST_HOURS}.`;
      return reply.status(400).send(failure(sentence, 'hours'));
    }
    const moved = last.then(() => move(hours(count)));
    last = moved.catch(() => {});
    const now = await moved;
    if (now) return answer(request, reply, '/sandbox', { now: now.toISOString() });
    const sentence = 'Time moves only while payment, carrier and mail are all simulated.';
    return reply.status(403).send(failure(sentence));
  });
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
    </ul>
  </section>`;
