import { usDigits } from '@portside/contract/phone';
import type { FastifyInstance } from 'fastify';
import type { World } from '../../../app.ts';
import { html } from '../../../formats/html.ts';
import { answer, failure, posted } from '../../sandbox/forms.ts';
import { type UsageKind, usageKinds } from '../carrier-usage.ts';
import { writeLog } from './log.ts';
import { addUsage } from './usage.ts';

const units = {
  data: ['megabytes', 1_000_000],
  hotspot: ['megabytes', 1_000_000],
  roaming: ['megabytes', 1_000_000],
  talk: ['minutes', 60],
  text: ['messages', 1],
} as const satisfies Record<UsageKind, readonly [field: string, each: number]>;

const MOST = 1_000_000;

/**
 * `POST /usage {"msisdn", "megabytes", "kind"?}`: a number has used so much more. Of talk the field
 * is `minutes`, of text `messages`. A form has one field for all of them.
 */
export function usageControl(http: FastifyInstance, world: World): void {
  http.post('/usage', async (request, reply) => {
    const msisdn = usDigits(posted(request, 'msisdn'));
    if (!msisdn) return reply.status(400).send(failure('msisdn is a US number.', 'msisdn'));
    const wanted = posted(request, 'kind') || 'data';
    const kind = usageKinds.find((one) => one === wanted);
    if (!kind) {
      const sentence = `kind is ${usageKinds.join(', ')}.`;
      return reply.status(400).send(failure(sentence, 'kind'));
    }
    const [field, each] = units[kind];
    const text = posted(request, field) || posted(request, 'megabytes');
    const count = Number(text);
    const amount = Math.round(count * each);
    if (text === '' || !(amount > 0) || count > MOST) {
      const sentence = `${field} is a number above 0, at most ${MOST}.`;
      return reply.status(400).send(failure(sentence, field));
    }
    await addUsage(world, { msisdn, kind, amount });
    writeLog(world, world.db.query, 'used', msisdn, `${count} ${field} of ${kind}`);
    return answer(request, reply, '/sandbox', { msisdn, kind, [field]: count });
  });
}

export const usageForm = () =>
  html`<section aria-labelledby="usage">
    <h2 id="usage">Usage</h2>
    <p>A number uses so much more: megabytes, or minutes of talk, or messages.</p>
    <form method="post" action="/sandbox/carrier/usage">
      <div class="field">
        <label for="used-by">Number</label>
        <input id="used-by" name="msisdn" inputmode="tel" autocomplete="off" required />
      </div>
      <div class="field">
        <label for="used">How much</label>
        <input id="used" name="megabytes" inputmode="decimal" autocomplete="off" required />
      </div>
      <div class="field">
        <label for="used-kind">Of what</label>
        <select id="used-kind" name="kind">
          ${usageKinds.map((kind) => html`<option>${kind}</option>`)}
        </select>
      </div>
      <button type="submit">Use</button>
    </form>
  </section>`;
