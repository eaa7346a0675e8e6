import type { FastifyPluginAsync } from 'fastify';
import { settingsOf } from '../../../settings/adapter-settings.ts';
import type { World } from '../../../app.ts';
import { html } from '../../../formats/html.ts';
import { sendSandboxPage, table, timeOf } from '../../sandbox/page.ts';
import { findMail, listMail, type MailboxRow } from './mailbox.ts';

type ToQuery = { Querystring: { to?: string | string[] } };
type ById = { Params: { id: string } };

const who = 'Sandbox Mailbox';
/** An email shown as HTML may be seen and have links, nothing else. */
const emailPolicy = (world: World) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    // The logo is on its brand's site.
    `img-src 'self' data: ${world.brands.all.map(({ origin }) => origin).join(' ')}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** `/sandbox/mail`: pages, and JSON for programs. */
export function mailPages(world: World): FastifyPluginAsync {
  return async (http) => {
    http.get<ToQuery>('/messages', async (request, reply) => {
      const emails = await listMail(world, [request.query.to].flat()[0]);
      return reply.header('cache-control', 'no-store').send(emails.map(messageOf));
    });

    http.get<ToQuery>('/', async (request, reply) => {
      const to = [request.query.to].flat()[0] ?? '';
      const emails = await listMail(world, to);
      const body = html`<p>
          ${
            world.brands.all.some(
              ({ id }) => settingsOf(world.config.adapters, id).mail.kind === 'mailbox',
            )
              ? 'All emails of this shop end here. Nothing leaves this machine.'
              : 'Emails leave through an SMTP server; this mailbox is not in use.'
          }
        </p>
        <form method="get" action="/sandbox/mail">
          <div class="field">
            <label for="to">Emails to</label>
            <input id="to" name="to" type="email" autocomplete="off" value="${to}" />
          </div>
          <button type="submit">Show</button>
        </form>
        ${
          emails.length === 0
            ? html`<p>No emails yet.</p>`
            : table(
                'Emails, newest first',
                ['Subject', 'To', 'Sent', 'Code'],
                emails.map((one) => [
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
      const mail = await findMail(world, request.params.id);
      if (!mail) {
        const body = html`<p><a href="/sandbox/mail">All emails</a></p>`;
        return sendSandboxPage(reply, { title: 'No such email', who, body, status: 404 });
      }
      return sendSandboxPage(reply, { title: mail.subject, who, body: emailPage(mail) });
    });

    http.get<ById>('/:id/html', async (request, reply) => {
      const mail = await findMail(world, request.params.id);
      return reply
        .status(mail ? 200 : 404)
        .header('content-security-policy', emailPolicy(world))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(mail?.html ?? '');
    });
  };
}

function emailPage(mail: MailboxRow) {
  const safeLink = mail.link && /^https?:\/\//.test(mail.link) ? mail.link : undefined;
  return html`<p><a href="/sandbox/mail">All emails</a></p>
    <dl>
      <dt>To</dt>
      <dd>${mail.to_address}</dd>
      <dt>From</dt>
      <dd>${mail.from_address}</dd>
      ${
        mail.reply_to &&
        html`<dt>Answers go to</dt>
          <dd>${mail.reply_to}</dd>`
      }
      <dt>Sent</dt>
      <dd>${timeOf(mail.sent_at)}</dd>
      ${
        mail.code &&
        html`<dt>Code</dt>
          <dd><code class="code">${mail.code}</code></dd>`
      }
      ${
        safeLink &&
        html`<dt>Link</dt>
          <dd><a href="${safeLink}">${safeLink}</a></dd>`
      }
    </dl>
    <p>
      <a class="button" href="/sandbox/mail/${encodeURIComponent(mail.id)}/html"
        >See it as it looks</a
      >
    </p>
    <h2>As text</h2>
    <pre class="email-text" tabindex="0">${mail.text}</pre>`;
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
