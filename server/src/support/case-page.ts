import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import type { PortIn } from '@portside/contract/port-in';
import { chatTextMax } from '@portside/contract/chat';
import type { Brand } from '../brands/brands.ts';
import { html, type Html } from '../formats/html.ts';
import type { ChatMessageRow } from './store.ts';
import type { Person } from '../account/person.ts';

/** No scripts, and nothing that another site may show or learn. */
export interface CasePage {
  readonly status: number;
  readonly html: string;
}

export interface SupportCase {
  readonly brand: Brand;
  readonly person: Person | undefined;
  readonly lines: readonly Line[];
  readonly portIns: readonly PortIn[];
  readonly messages: readonly ChatMessageRow[];
  readonly repliesTo: string | null;
  readonly replyId: string;
  readonly now: Date;
  readonly sent?: boolean;
  readonly text?: string;
  readonly fault?: string;
}

export function conversationPage(shown: SupportCase): CasePage {
  const { brand, person, fault, text = '' } = shown;
  const name = person ? `${person.firstName} ${person.lastName}`.trim() : 'Visitor';
  const body = html`<main>
    <h1>${name}</h1>
    ${shown.sent === true && html`<p class="sent" role="status">Your reply was sent.</p>`}
    <section aria-labelledby="who">
      <h2 id="who">Who it is</h2>
      ${person ? customerFacts(person, shown) : visitorFacts(shown)}
    </section>
    <section aria-labelledby="said">
      <h2 id="said">What was said</h2>
      <ol class="said">
        ${shown.messages.map((message) => messageItem(message, name, brand))}
      </ol>
    </section>
    <form method="post">
      <h2><label for="text">Your reply</label></h2>
      ${fault !== undefined && html`<p class="fault" id="fault">${fault}</p>`}
      <input type="hidden" name="replyId" value="${shown.replyId}" />
      <textarea
        aria-describedby="${fault === undefined ? 'where' : 'fault where'}"
        ${fault !== undefined && html`aria-invalid="true"`}
        id="text"
        name="text"
        maxlength="${chatTextMax}"
        required
        rows="6"
      >
${text}</textarea>
      <p class="note" id="where">${whereItGoes(shown)}</p>
      <button type="submit">Send reply</button>
    </form>
  </main>`;
  return page(brand, fault === undefined ? 200 : 422, `Chat with ${name}`, body);
}

export function deadLinkPage(why: 'expired' | 'unknown'): CasePage {
  const body =
    why === 'expired'
      ? html`<main>
          <h1>This link has expired</h1>
          <p>
            A link opens a conversation for seven days. When the customer writes again, a new email
            comes.
          </p>
        </main>`
      : html`<main>
          <h1>This link does not work</h1>
          <p>Part of it may be missing. Open it from the email once more, or copy all of it.</p>
        </main>`;
  return page(undefined, why === 'expired' ? 410 : 404, 'Support desk', body);
}

function customerFacts(person: Person, { lines, portIns, messages }: SupportCase): Html {
  const always = messages.every((one) => !isBeforeLogin(one));
  return html`<dl>
      <dt>Email</dt>
      <dd>${person.email} ${person.emailVerified ? '(confirmed)' : '(not confirmed)'}</dd>
      ${lines.map(
        (line) =>
          html`<dt>Line</dt>
            <dd>
              ${line.mdn ? phone(line.mdn) : 'No number yet'}, ${line.plan.retailName},
              ${line.status}
            </dd>`,
      )}
      ${
        lines.length === 0 &&
        html`<dt>Line</dt>
          <dd>None</dd>`
      }
      ${portIns.map(
        (one) =>
          html`<dt>Port-in</dt>
            <dd>${phone(one.msisdn)}: ${one.status.replaceAll('_', ' ')}. ${one.message}</dd>`,
      )}
    </dl>
    <p class="note">
      ${
        always
          ? 'Logged in when they wrote.'
          : 'Logged in now. Part of it was written before that: it is marked, and may be somebody else’s.'
      }
      Ask for no password, transfer PIN or card number, and send none.
    </p>`;
}

function visitorFacts({ messages, repliesTo }: SupportCase): Html {
  const email = html`<dl>
    <dt>Email they left</dt>
    <dd>${repliesTo}</dd>
  </dl>`;
  return html`${repliesTo !== null && email}
    <p class="note">
      Not logged in, so nobody knows who it
      is${messages.length > 0 && repliesTo !== null && ', whatever the address'}. Say nothing about
      any account: ask them to log in first, the conversation goes with them.
    </p>`;
}

function messageItem(message: ChatMessageRow, name: string, brand: Brand): Html {
  const isStaff = message.author === 'desk';
  return html`<li class="${message.author}">
    <p class="by">
      <b>${isStaff ? `${brand.product} support` : isBeforeLogin(message) ? 'Visitor' : name}</b>
      <time datetime="${message.at.toISOString()}">${timeIn(brand, message.at)}</time>
      ${isStaff && (message.read_at ? 'seen' : message.mailed_at ? 'sent by email' : 'not seen yet')}
    </p>
    <p class="text">${message.text}</p>
    ${
      isBeforeLogin(message) &&
      html`<p class="note">Written before the login: nobody knows who it was.</p>`
    }
    ${message.masked && html`<p class="note">A card number was taken out of this.</p>`}
  </li>`;
}

/** A browser's chat moves to whoever logs in there (docs/decisions/0011). */
const isBeforeLogin = (message: ChatMessageRow) =>
  message.author === 'visitor' && message.before_login;

function whereItGoes({ repliesTo, person }: SupportCase): string {
  if (repliesTo !== null) {
    return `It shows in their chat at once. If they do not see it within three minutes, it goes to ${repliesTo} as well.`;
  }
  return person
    ? 'It shows in their chat at once. Their address is not confirmed, so no email goes out.'
    : 'It shows in their chat at once. They left no address, so it goes nowhere else.';
}

function timeIn({ timeZone }: Brand, at: Date): string {
  const format = { timeZone, dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(at);
}

function page(brand: Brand | undefined, status: number, title: string, body: Html): CasePage {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${brand && html`<link rel="stylesheet" href="/brands/${brand.id}/theme.css" />`}
        <link rel="stylesheet" href="/desk/desk.css" />
      </head>
      <body>
        <header><p>${brand ? `${brand.product} support desk` : 'Support desk'}</p></header>
        ${body}
      </body>
    </html>`;
  return { status, html: markup };
}
