import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../formats/html.ts';

/** No scripts; forms go to ourselves and to `returnsTo`. */
export interface SandboxPage {
  title: string;
  who: string;
  body: Html;
  status?: number;
  hosted?: boolean;
  returnsTo?: readonly string[];
}

const menu = [
  ['/sandbox', 'Overview'],
  ['/sandbox/mail', 'Mailbox'],
  ['/sandbox/pay', 'Payments'],
  ['/sandbox/carrier', 'Carrier'],
] as const;

export function sendSandboxPage(reply: FastifyReply, page: SandboxPage): FastifyReply {
  const targets = (page.returnsTo ?? []).flatMap(originOf);
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ["form-action 'self'", ...new Set(targets)].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  return reply
    .status(page.status ?? 200)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(layout(page).markup);
}

function layout({ title, who, body, hosted }: SandboxPage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${who}</title>
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body${hosted ? html` class="hosted"` : ''}>
<a class="skip" href="#main">Skip to content</a>
<header>
<p class="who">${who} <span class="badge">Sandbox</span></p>
${
  !hosted &&
  html`<nav aria-label="Sandbox">
    <ul>
      ${menu.map(([to, label]) => html`<li><a href="${to}">${label}</a></li>`)}
    </ul>
  </nav>`
}
</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
<footer><p>This is a simulation. Nothing here is charged, sent or connected.</p></footer>
</body>
</html>`;
}

export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string | number)[])[],
): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** `more`: modes only this service has. */
export function breakForm(
  action: string,
  mode: string,
  more: readonly (readonly [mode: string, label: string])[] = [],
): Html {
  const choices = [
    ['none', 'Works'],
    ['slow', 'Slow: answers after three seconds'],
    ['down', 'Down: answers nothing'],
    ...more,
  ] as const;
  return html`<form method="post" action="${action}">
    <fieldset>
      <legend>How it behaves</legend>
      ${choices.map(
        ([value, label]) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="mode"
              value="${value}"
              ${value === mode ? html` checked` : ''}
            />
            ${label}</label
          >`,
      )}
    </fieldset>
    <button type="submit">Set</button>
  </form>`;
}

export function timeOf(date: Date): Html {
  const text = date.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function originOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).origin] : [];
}
