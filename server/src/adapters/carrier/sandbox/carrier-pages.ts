import { phone, usDigits } from '@portside/contract/phone';
import type { FastifyPluginAsync } from 'fastify';
import type { World } from '../../../app.ts';
import { breakModes, readMode, setMode } from '../../sandbox/break-modes.ts';
import { acceptForms, answer, failure, posted } from '../../sandbox/forms.ts';
import { html } from '../../../formats/html.ts';
import { listNotices } from '../../sandbox/outbox.ts';
import { mailControl, type PlayMail } from '../../sandbox/mail-control.ts';
import { breakForm, sendSandboxPage, table, timeOf } from '../../sandbox/page.ts';
import { advance } from './advance.ts';
import { newestLog, writeLog } from './log.ts';
import { hasLine, turnLine } from './lines.ts';
import { openPortIns, pendingActivations } from './store.ts';
import { listOutages, setOutage } from './outages.ts';
import { pendingChanges } from './sim-changes.ts';
import { usageControl } from './usage-control.ts';
import { portOutControl } from './port-out-pages.ts';

/** What the carrier may do to a line, unasked. */
const turns = ['active', 'restricted', 'ended'] as const;

/** `/sandbox/carrier`: the carrier's log and controls. */
export function carrierPages(world: World, playMail: PlayMail): FastifyPluginAsync {
  const { query } = world.db;
  return async (http) => {
    acceptForms(http);
    usageControl(http, world);

    http.post('/advance', async (request, reply) => {
      const msisdn = usDigits(posted(request, 'msisdn'));
      const status = msisdn && (await advance(world, msisdn));
      if (!status) return reply.status(404).send(failure('Nothing of this number is under way.'));
      writeLog(world, query, 'advance', msisdn, status);
      return answer(request, reply, '/sandbox/carrier', { msisdn, status });
    });

    portOutControl(http, world);
    mailControl(http, world, playMail);

    http.post('/break', async (request, reply) => {
      const mode = breakModes.find((one) => one === posted(request, 'mode'));
      if (!mode) return reply.status(400).send(failure('mode is none, slow or down.', 'mode'));
      await setMode(world, 'carrier', mode);
      return answer(request, reply, '/sandbox/carrier', { mode });
    });

    http.post('/line', async (request, reply) => {
      const msisdn = usDigits(posted(request, 'msisdn'));
      const into = turns.find((one) => one === posted(request, 'state'));
      if (!into) return reply.status(400).send(failure(`state is ${turns.join(', ')}.`, 'state'));
      if (!msisdn || !(await hasLine(world, msisdn))) {
        return reply.status(404).send(failure('The carrier has no line of this number.'));
      }
      await turnLine(world, msisdn, into === 'ended' ? 'released' : into);
      writeLog(world, query, 'line', msisdn, into);
      return answer(request, reply, '/sandbox/carrier', { msisdn, state: into });
    });

    http.post('/outage', async (request, reply) => {
      const zipPrefix = posted(request, 'zipPrefix') ?? '';
      const isOn = ['true', 'on'].includes(posted(request, 'on') ?? '');
      if (!/^\d{1,5}$/.test(zipPrefix)) {
        return reply.status(400).send(failure('zipPrefix is one to five digits.', 'zipPrefix'));
      }
      await setOutage(world, zipPrefix, isOn);
      writeLog(world, query, 'outage', `ZIP ${zipPrefix}…`, isOn ? 'begins' : 'is over');
      return answer(request, reply, '/sandbox/carrier', { zipPrefix, on: isOn });
    });

    http.get('/', async (_request, reply) => {
      const [log, notices, activations, portIns, outages, changes, mode] = await Promise.all([
        newestLog(query),
        listNotices(world, 'carrier'),
        pendingActivations(query),
        openPortIns(query),
        listOutages(world),
        pendingChanges(query),
        readMode(world, 'carrier'),
      ]);
      const pending = [
        ...activations.map(({ msisdn }) => ({ msisdn, what: 'activation pending' })),
        ...portIns.map(({ msisdn, status }) => ({ msisdn, what: `port-in ${status}` })),
        ...changes.map(({ msisdn }) => ({ msisdn, what: 'SIM change pending' })),
      ];
      const body = html`<p>
          The network this shop sells. Lines become active after two seconds and numbers come over
          in three, or at once here.
        </p>
        <section aria-labelledby="waiting">
          <h2 id="waiting">Under way</h2>
          ${
            pending.length === 0
              ? html`<p>Nothing waits.</p>`
              : html`<ul class="plain">
                  ${pending.map(
                    (one) =>
                      html`<li>
                        <form method="post" action="/sandbox/carrier/advance">
                          <input type="hidden" name="msisdn" value="${one.msisdn}" />
                          <span>${phone(one.msisdn)}, ${one.what}</span>
                          <button type="submit">Advance ${phone(one.msisdn)}</button>
                        </form>
                      </li>`,
                  )}
                </ul>`
          }
          <form method="post" action="/sandbox/carrier/advance">
            <div class="field">
              <label for="msisdn">Advance the number</label>
              <input id="msisdn" name="msisdn" inputmode="tel" autocomplete="off" required />
            </div>
            <button type="submit">Advance</button>
          </form>
        </section>
        <section aria-labelledby="lines">
          <h2 id="lines">Lines</h2>
          <form method="post" action="/sandbox/carrier/line">
            <div class="field">
              <label for="line">The carrier itself limits or ends the line of</label>
              <input id="line" name="msisdn" inputmode="tel" autocomplete="off" required />
            </div>
            <button type="submit" name="state" value="restricted">Limit it</button>
            <button type="submit" name="state" value="active">Lift the limit</button>
            <button type="submit" name="state" value="ended">End it</button>
          </form>
        </section>
        <section aria-labelledby="outages">
          <h2 id="outages">Outages</h2>
          ${outages.map(
            (prefix) =>
              html`<form method="post" action="/sandbox/carrier/outage">
                <input type="hidden" name="zipPrefix" value="${prefix}" />
                <span>ZIP Codes that begin with ${prefix} are down.</span>
                <button type="submit">End the outage at ${prefix}</button>
              </form>`,
          )}
          <form method="post" action="/sandbox/carrier/outage">
            <input type="hidden" name="on" value="true" />
            <div class="field">
              <label for="zipPrefix">ZIP Codes that begin with</label>
              <input
                id="zipPrefix"
                name="zipPrefix"
                inputmode="numeric"
                autocomplete="off"
                required
              />
            </div>
            <button type="submit">Begin an outage</button>
          </form>
        </section>
        ${breakForm('/sandbox/carrier/break', mode)}
        ${table(
          'Asked, newest first',
          ['When', 'Verb', 'About', 'Answer'],
          log.map((one) => [timeOf(one.at), one.verb, one.about, one.answer]),
        )}
        ${table(
          'Notices sent, newest first',
          ['Written', 'What', 'Delivered', 'Tries'],
          notices.map((one) => [
            timeOf(one.created_at),
            one.about,
            one.deliveries === 0 ? 'not yet' : `${one.deliveries} times`,
            one.tries,
          ]),
        )}`;
      return sendSandboxPage(reply, { title: 'Carrier', who: 'Sandbox Carrier', body });
    });
  };
}
