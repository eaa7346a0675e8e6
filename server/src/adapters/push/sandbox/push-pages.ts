import type { FastifyPluginAsync } from 'fastify';
import type { World } from '../../../app.ts';
import { html } from '../../../formats/html.ts';
import { sendSandboxPage, table, timeOf } from '../../sandbox/page.ts';
import {
  listPushed,
  pushAnswers,
  type PushedRow,
  steerBrowser,
  subscribeBrowser,
} from './browsers.ts';

type ById = { Params: { id: string } };
type Steering = ById & { Body: { answer?: unknown; retryAfter?: unknown } | null };

const shown = ({ body, topic, urgency, ttl_seconds: ttl, sent_at: sentAt }: PushedRow) => ({
  body: JSON.parse(body) as unknown,
  topic,
  urgency,
  ttl,
  sentAt,
});

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** `/sandbox/push`: a page, and JSON for programs, which play browsers. */
export function pushPages(world: World): FastifyPluginAsync {
  return async (http) => {
    http.post<{ Body: { key?: unknown } | null }>('/browsers', async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await subscribeBrowser(world, textOf(request.body?.key))),
    );

    http.put<Steering>('/browsers/:id', async (request, reply) => {
      const answer = pushAnswers.find((one) => one === textOf(request.body?.answer));
      if (!answer) return reply.status(400).send({ answer: pushAnswers });
      const { retryAfter } = request.body ?? {};
      const steered = {
        answer,
        ...(retryAfter !== undefined && { retryAfter: textOf(retryAfter) }),
      };
      const isThere = await steerBrowser(world, request.params.id, steered);
      return reply.status(isThere ? 204 : 404).send();
    });

    http.get<ById>('/browsers/:id/messages', async (request, reply) => {
      const rows = await listPushed(world, request.params.id);
      return reply.header('cache-control', 'no-store').send(rows.map(shown));
    });

    http.get('/', async (_request, reply) => {
      const rows = await listPushed(world);
      const body = html`<p>
          What simulated browsers got. Programs make one at
          <code>POST /sandbox/push/browsers</code>, with the shop’s public key as <code>key</code>,
          and let its service answer otherwise at <code>PUT /sandbox/push/browsers/…</code>:
          ${pushAnswers.join(', ')}. A real browser subscribes at its maker’s push service: what it
          gets leaves this machine, encrypted for that browser.
        </p>
        ${
          rows.length === 0
            ? html`<p>No notices yet.</p>`
            : table(
                'Notices, newest first',
                ['Notice', 'Browser', 'Kept for', 'Sent'],
                rows.map((one) => [
                  one.body,
                  one.browser_id,
                  `${one.ttl_seconds} seconds`,
                  timeOf(one.sent_at),
                ]),
              )
        }`;
      return sendSandboxPage(reply, { title: 'Browser notices', who: 'Sandbox Push', body });
    });
  };
}
