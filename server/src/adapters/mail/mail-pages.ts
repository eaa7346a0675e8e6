import type { FastifyPluginAsync } from 'fastify';
import type { World } from '../../app.ts';
import { html } from '../../html.ts';
import { sendSandboxPage, table, timeOf } from '../sandbox/page.ts';
import { findMail, listMail, type MailboxRow } from './mailbox.ts';

type ToQuery = { Querystring: { to?: string | string[] } };
type ById = { Params: { id: string } };

const who = 'Sandbox Mailbox';
/** What a letter may do when it is shown as it looks: be seen, and lead on by its links. */
const letterPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** `/sandbox/mail`: the letters as pages, and as JSON for programs. */
export function mailPages(world: World): FastifyPluginAsync {
  return async (http) => {
    http.get<ToQuery>('/messages', async (request, reply) => {
      const letters = await listMail(world, [request.query.to].flat()[0]);
      return reply.header('cache-control', 'no-store').send(letters.map(messageOf));
    });

    http.get<ToQuery>('/', async (request, reply) => {
      const to = [request.query.to].flat()[0] ?? '';
      const letters = await listMail(world, to);
      const body = html`<p>
          ${
            world.config.mail.kind === 'mailbox'
              ? 'All letters of this shop end here. Nothing leaves this machine.'
              : 'Letters leave through an SMTP server; this mailbox is not in use.'
          }
        </p>
        <form method="get" action="/sandbox/mail">
          <div class="field">
            <label for="to">Letters to</label>
            <input id="to" name="to" type="email" autocomplete="off" value="${to}" />
          </div>
          <button type="submit">Show</button>
        </form>
        ${
          letters.length === 0
            ? html`<p>No letters yet.</p>`
            : table(
                'Letters, newest first',
                ['Subject', 'To', 'Sent', 'Code'],
                letters.map((one) => [
                  html`<a href="/sandbox/mail/${encodeURIComponent(one.id)}">${one.subject}</a>`,
                  one.to_address,
                  timeOf(one.sent_at),
                  one.code ? html`<code>${one.code}</code>` : '',
                ]),
              )
        }`;
      return sendSandboxPage(reply, { title: 'Mailbox', who, body });
    });

    http.get<ById>('/:id', async (request, reply) => {
      const letter = await findMail(world, request.params.id);
      if (!letter) {
        const body = html`<p><a href="/sandbox/mail">All letters</a></p>`;
        return sendSandboxPage(reply, { title: 'No such letter', who, body, status: 404 });
      }
      return sendSandboxPage(reply, { title: letter.subject, who, body: letterPage(letter) });
    });

    http.get<ById>('/:id/html', async (request, reply) => {
      const letter = await findMail(world, request.params.id);
      return reply
        .status(letter ? 200 : 404)
        .header('content-security-policy', letterPolicy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(letter?.html ?? '');
    });
  };
}

function letterPage(letter: MailboxRow) {
  const safeLink = letter.link && /^https?:\/\//.test(letter.link) ? letter.link : undefined;
  return html`<p><a href="/sandbox/mail">All letters</a></p>
    <dl>
      <dt>To</dt>
      <dd>${letter.to_address}</dd>
      <dt>From</dt>
      <dd>${letter.from_address}</dd>
      ${
        letter.reply_to &&
        html`<dt>Answers go to</dt>
          <dd>${letter.reply_to}</dd>`
      }
      <dt>Sent</dt>
      <dd>${timeOf(letter.sent_at)}</dd>
      ${
        letter.code &&
        html`<dt>Code</dt>
          <dd><code class="code">${letter.code}</code></dd>`
      }
      ${
        safeLink &&
        html`<dt>Link</dt>
          <dd><a href="${safeLink}">${safeLink}</a></dd>`
      }
    </dl>
    <p>
      <a class="button" href="/sandbox/mail/${encodeURIComponent(letter.id)}/html"
        >See it as it looks</a
      >
    </p>
    <h2>As text</h2>
    <pre class="letter-text" tabindex="0">${letter.text}</pre>`;
}

function messageOf(row: MailboxRow) {
  return {
    id: row.id,
    to: row.to_address,
    from: row.from_address,
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    subject: row.subject,
    sentAt: row.sent_at.toISOString(),
    text: row.text,
    html: row.html,
    ...(row.code !== null && { code: row.code }),
    ...(row.link !== null && { link: row.link }),
  };
}
