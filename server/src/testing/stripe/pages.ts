import { html, type Html } from '../../formats/html.ts';
import type { StripeAccount } from './account.ts';
import { answerBank } from './intents.ts';
import { completeSession } from './setups.ts';

type Page = { goTo: string } | { html: string };

/** Stripe's own pages, as a browser walks them: the bank's question, and saving a card. */
export function pageOf(
  account: StripeAccount,
  path: string,
  form: URLSearchParams | undefined,
): Page | undefined {
  const [, kind, id = ''] = /^\/pages\/(bank|setup)\/(\w+)$/.exec(path) ?? [];
  if (kind === 'bank' && account.intents.has(id)) return bankPage(account, id, form);
  if (kind === 'setup' && account.sessions.has(id)) return setupPage(account, id, form);
  return undefined;
}

function bankPage(account: StripeAccount, id: string, form: URLSearchParams | undefined): Page {
  if (form)
    return { goTo: answerBank(account, id, form.get('say') === 'complete' ? 'complete' : 'fail') };
  return page(
    '3D Secure',
    html`<p>Your bank asks: is this payment yours?</p>
      <form method="post">
        <button name="say" value="complete">Complete</button>
        <button name="say" value="fail">Fail</button>
      </form>`,
  );
}

function setupPage(account: StripeAccount, id: string, form: URLSearchParams | undefined): Page {
  const typed = {
    number: form?.get('number') ?? '',
    expiry: form?.get('expiry') ?? '',
    cvv: form?.get('cvc') ?? '',
    cardholderName: form?.get('name') ?? '',
  };
  const done = form && completeSession(account, id, typed);
  if (done && 'goTo' in done) return done;
  return page(
    'Save your card',
    html`${done && html`<p role="alert">${done.message}</p>`}
      <form method="post">
        <label>Card number <input name="number" value="${typed.number}" /></label>
        <label>Expiry (MM/YY) <input name="expiry" value="${typed.expiry}" /></label>
        <label>CVC <input name="cvc" value="${typed.cvv}" /></label>
        <label>Name on card <input name="name" value="${typed.cardholderName}" /></label>
        <button>Save card</button>
      </form>
      <a href="${account.sessions.get(id)?.cancelUrl ?? ''}">Back</a>`,
  );
}

const page = (title: string, body: Html): Page => ({
  html: html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" /><title>${title}</title>
      <h1>${title}</h1>
      ${body}
    </html>`.markup,
});
