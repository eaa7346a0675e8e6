import { usDigits } from '@portside/contract/phone';
import type { FastifyInstance } from 'fastify';
import type { World } from '../../app.ts';
import { html } from '../../formats/html.ts';
import { newIccid } from '../carrier/sandbox/sims.ts';
import { answer, failure, posted } from './forms.ts';

const steps = ['mailed', 'arrived'] as const;

interface Step {
  /** One of the two names the line; the other is empty. */
  lineId: string;
  msisdn: string;
  step: (typeof steps)[number];
  /** Of a card that leaves now. */
  mailed: { iccid: string; carrier: string; trackingNumber: string };
}

/** Who packs and brings SIM cards is no service of ours to simulate: the shop's own verbs do it. */
export type PlayMail = (
  step: Step,
) => Promise<
  | { kind: 'unknown' }
  | { kind: 'refused'; why: string }
  | { kind: 'moved'; lineId: string; state: string }
>;

/** `POST /mail {"msisdn" or "lineId", "step": "mailed" or "arrived"}`: a SIM card by mail. */
export function mailControl(http: FastifyInstance, world: World, play: PlayMail): void {
  http.post('/mail', async (request, reply) => {
    const step = steps.find((one) => one === posted(request, 'step'));
    if (!step) return reply.status(400).send(failure(`step is ${steps.join(', ')}.`, 'step'));
    // A form has one field for both.
    const named = posted(request, 'lineId') || posted(request, 'msisdn');
    const msisdn = usDigits(named) ?? '';
    const played = await play({
      msisdn,
      lineId: msisdn ? '' : named,
      step,
      mailed: {
        iccid: newIccid(world),
        carrier: 'USPS',
        trackingNumber: `9400${world.random.digits(18)}`,
      },
    });
    if (played.kind === 'unknown') {
      return reply.status(404).send(failure('No SIM card is in the mail for this line.', 'lineId'));
    }
    if (played.kind === 'refused') return reply.status(409).send(failure(played.why));
    const { lineId, state } = played;
    return answer(request, reply, '/sandbox', { lineId, state });
  });
}

export const mailForm = () =>
  html`<section aria-labelledby="sim-mail">
    <h2 id="sim-mail">SIM cards by mail</h2>
    <p>A line that was bought with a SIM card waits for it, and so does a change to a new card.</p>
    <form method="post" action="/sandbox/carrier/mail">
      <div class="field">
        <label for="mail-line">Number, or id of the line</label>
        <input id="mail-line" name="lineId" autocomplete="off" required />
      </div>
      <button type="submit" name="step" value="mailed">Mail the card</button>
      <button type="submit" name="step" value="arrived">It arrives</button>
    </form>
  </section>`;
