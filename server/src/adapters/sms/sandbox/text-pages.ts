import type { FastifyPluginAsync } from 'fastify';
import type { World } from '../../../app.ts';
import { html } from '../../../formats/html.ts';
import { sendSandboxPage, table, timeOf } from '../../sandbox/page.ts';
import { listTexts } from './sms.ts';

type ToQuery = { Querystring: { to?: string | string[] } };

/** `/sandbox/texts`: a page, and JSON for programs. */
export function textPages(world: World): FastifyPluginAsync {
  return async (http) => {
    http.get<ToQuery>('/messages', async (request, reply) => {
      const texts = await listTexts(world, [request.query.to].flat()[0]);
      return reply
        .header('cache-control', 'no-store')
        .send(texts.map(({ to_number: to, body, sent_at: at }) => ({ to, body, sentAt: at })));
    });

    http.get<ToQuery>('/', async (request, reply) => {
      const to = [request.query.to].flat()[0] ?? '';
      const texts = await listTexts(world, to);
      const body = html`<p>
          Text messages end here. Nothing leaves this machine. Customers turn them on in their
          profile. A number that ends in 0098 has answered STOP, one that ends in 0097 is a
          landline. Texts are taken and then lost at numbers that end in 0096 (nobody has it), 0095
          (a network takes it for spam) and 0094 (the sender is not registered).
          <a href="/sandbox/mail">Emails</a>
        </p>
        <form method="get" action="/sandbox/texts">
          <div class="field">
            <label for="to">Texts to</label>
            <input id="to" name="to" type="tel" autocomplete="off" value="${to}" />
          </div>
          <button type="submit">Show</button>
        </form>
        ${
          texts.length === 0
            ? html`<p>No text messages yet.</p>`
            : table(
                'Text messages, newest first',
                ['Text', 'To', 'Sent'],
                texts.map((one) => [one.body, one.to_number, timeOf(one.sent_at)]),
              )
        }`;
      return sendSandboxPage(reply, { title: 'Text messages', who: 'Sandbox Texts', body });
    });
  };
}
