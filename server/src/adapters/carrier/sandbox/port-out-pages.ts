import { usDigits } from '@portside/contract/phone';
import type { FastifyInstance } from 'fastify';
import type { World } from '../../../app.ts';
import { html } from '../../../formats/html.ts';
import { answer, failure, posted } from '../../sandbox/forms.ts';
import { playOtherCarrier, portOutSteps } from './port-outs.ts';
import { writeLog } from './log.ts';

/** `POST /sandbox/carrier/portout {"msisdn", "step", "transferPin"?}`: the other carrier (K25). */
export function portOutControl(http: FastifyInstance, world: World): void {
  http.post('/portout', async (request, reply) => {
    const msisdn = usDigits(posted(request, 'msisdn')) ?? '';
    const step = portOutSteps.find((one) => one === posted(request, 'step'));
    if (!step) {
      const sentence = `step is ${portOutSteps.join(', ')}.`;
      return reply.status(400).send(failure(sentence, 'step'));
    }
    const transferPin = posted(request, 'transferPin');
    const played = await playOtherCarrier(world, { msisdn, step, transferPin });
    if (played.kind === 'unknown') {
      return reply.status(404).send(failure('No line here has this number.', 'msisdn'));
    }
    const said = played.kind === 'moved' ? played.state : `refused: ${played.message}`;
    writeLog(world, world.db.query, `other carrier: ${step}`, msisdn, said);
    if (played.kind === 'refused') return reply.status(409).send(failure(played.message));
    return answer(request, reply, '/sandbox', { msisdn, state: played.state });
  });
}

const labels = {
  request: 'asks for the number',
  confirm: 'confirms the day',
  complete: 'has the number',
  cancel: 'no longer wants it',
} as const;

export const portOutForm = () =>
  html`<section aria-labelledby="portout">
    <h2 id="portout">Another carrier</h2>
    <p>
      A number leaves for another carrier. Its request is refused while the number lock is on, and
      with a transfer PIN that is wrong or has ended.
    </p>
    <form method="post" action="/sandbox/carrier/portout">
      <div class="field">
        <label for="portout-msisdn">Number</label>
        <input id="portout-msisdn" name="msisdn" inputmode="tel" autocomplete="off" required />
      </div>
      <div class="field">
        <label for="portout-pin">Transfer PIN; empty: the last one that was made</label>
        <input id="portout-pin" name="transferPin" inputmode="numeric" autocomplete="off" />
      </div>
      <fieldset>
        <legend>What it does</legend>
        ${portOutSteps.map(
          (step, at) =>
            html`<label class="choice"
              ><input type="radio" name="step" value="${step}" ${at === 0 ? html` checked` : ''} />
              It ${labels[step]}</label
            >`,
        )}
      </fieldset>
      <button type="submit">Do it</button>
    </form>
  </section>`;
