import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { expect } from './journey.ts';

const root = path.join(import.meta.dirname, '..');
const page = /^https:\/\/js\.stripe\.com\//;

/** Where Stripe's own loader finds the script of this version. */
export function scriptOfStripe(): string {
  const file = path.join(root, 'node_modules/@stripe/stripe-js/dist/pure.mjs');
  const train = /RELEASE_TRAIN = '(\w+)'/.exec(readFileSync(file, 'utf8'))?.[1];
  return `https://js.stripe.com/${train}/stripe.js`;
}

/**
 * Stripe's two hosts for a browser: the script is the strict stand-in of the unit tests, its frame
 * asks for tokens as the real one does, at the local Stripe. @returns what was asked of them
 */
export async function routeStripe(context: BrowserContext, api: string): Promise<string[]> {
  const asked: string[] = [];
  await context.route(page, async (route) => {
    const url = route.request().url();
    asked.push(url);
    if (url === scriptOfStripe()) {
      return route.fulfill({ contentType: 'text/javascript', body: standInScript() });
    }
    if (url === 'https://js.stripe.com/more.js') {
      return route.fulfill({ contentType: 'text/javascript', body: 'window.stripeHasMore = true' });
    }
    if (url.startsWith('https://js.stripe.com/frame.html')) {
      return route.fulfill({ contentType: 'text/html', body: frame });
    }
    return route.abort();
  });
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = await route.fetch({ url: api + pathname });
    const headers = { ...answer.headers(), 'access-control-allow-origin': '*' };
    await route.fulfill({ response: answer, headers });
  });
  // From a public site to this machine browsers let nothing through.
  await context.route(/\/brands\/.*\.woff2/, async (route) =>
    route.fulfill({ response: await route.fetch() }),
  );
  return asked;
}

export const stripeFrame = (on: Page): FrameLocator =>
  on.frameLocator('iframe[title="Secure payment input frame"]');

export async function typeIntoStripe(on: Page, number: string): Promise<void> {
  const fields = stripeFrame(on);
  await expect(fields.getByLabel('Card number')).toBeVisible();
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiration date').fill('12/34');
  await fields.getByLabel('Security code').fill('123');
  // A press right after scrolling would still land in the frame, which is a process of its own.
  const onward = on.getByRole('main').locator('button[type=submit]');
  await onward.scrollIntoViewIfNeeded();
  await onward.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
}

function standInScript(): string {
  const file = path.join(root, 'web/src/testing/stripe-stand-in.ts');
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  const plain = source.replaceAll(/^export /gm, '').replaceAll(/^import .*$/gm, '');
  return `(() => {
${plain}
const openFrame = (place, told, events) => {
  const frame = document.createElement('iframe');
  frame.title = 'Secure payment input frame';
  frame.allow = 'payment *';
  Object.assign(frame.style, { border: '0', width: '100%', height: '300px', display: 'block', colorScheme: 'light only' });
  let asked = 0;
  const waiting = new Map();
  const ask = (what, more = {}) => new Promise((resolve) => {
    waiting.set(++asked, resolve);
    frame.contentWindow.postMessage({ id: asked, what, told: JSON.parse(JSON.stringify(told)), ...more }, 'https://js.stripe.com');
  });
  const hear = ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== 'https://js.stripe.com') return;
    if (data.ready) ask('dress').then(() => events.ready());
    if (data.height) frame.style.height = data.height + 'px';
    waiting.get(data.id)?.(data.answer);
  };
  addEventListener('message', hear);
  let worn = told.group.appearance;
  const redress = setInterval(() => {
    if (told.group.appearance === worn) return;
    worn = told.group.appearance;
    ask('dress');
  }, 50);
  frame.src = 'https://js.stripe.com/frame.html';
  place.append(frame);
  return {
    focus: () => { frame.focus(); ask('focus'); },
    isComplete: () => ask('complete'),
    takeToken: (holder, setupFutureUsage) => ask('token', { holder, setupFutureUsage }),
    remove: () => { clearInterval(redress); removeEventListener('message', hear); frame.remove(); },
  };
};
window.Stripe = standInStripe(openFrame);
// Stripe's script adds others by a plain string.
const more = document.createElement('script');
more.src = 'https://js.stripe.com/more.js';
document.head.append(more);
})();`;
}

const frame = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stripe</title>
<style>
  body { margin: 4px; display: grid; gap: var(--gap, 24px); grid-template-columns: 1fr 1fr; }
  label { display: grid; align-content: start; } label.wide { grid-column: 1 / -1; }
  input { box-sizing: border-box; width: 100%; font: inherit; }
</style><body></body><script>
const fields = [['number', 'Card number', 'wide'], ['expiry', 'Expiration date'], ['cvc', 'Security code'], ['zip', 'ZIP code', 'wide']];
const inputs = {};
for (const [name, label, kind] of fields) {
  const box = document.createElement('label');
  box.className = 'Label ' + (kind ?? '');
  box.append(label, inputs[name] = Object.assign(document.createElement('input'), { className: 'Input' }));
  document.body.append(box);
}
let told;
const css = (rules) => Object.entries(rules).map(([name, value]) => name.replace(/[A-Z]/g, (one) => '-' + one.toLowerCase()) + ':' + value).join(';');
const acts = {
  async dress() {
    const { variables: v, rules } = told.group.appearance;
    document.querySelector('#look')?.remove();
    const style = Object.assign(document.createElement('style'), { id: 'look' });
    style.textContent = told.group.fonts.map((font) => '@font-face{font-family:"' + font.family + '";src:' + font.src + ';font-weight:' + (font.weight ?? 'normal') + '}').join('') +
      'body{font-family:' + v.fontFamily + ';font-size:' + v.fontSizeBase + ';color:' + v.colorText + ';--gap:' + v.gridRowSpacing + '}' +
      '.Input{color:' + v.colorText + ';border-radius:' + v.borderRadius + '}' +
      Object.entries(rules).map(([selector, rule]) => selector + '{' + css(rule) + '}').join('');
    document.head.append(style);
    inputs.zip.value ||= told.element.defaultValues.billingDetails.address.postal_code;
    await document.fonts.ready;
    parent.postMessage({ height: document.documentElement.scrollHeight }, '*');
  },
  async focus() { inputs.number.focus(); },
  async complete() { return Object.values(inputs).every((input) => input.value !== ''); },
  async token({ holder, setupFutureUsage }) {
    const [month, year] = inputs.expiry.value.split('/');
    const body = new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': inputs.number.value.replaceAll(' ', ''),
      'payment_method_data[card][exp_month]': month,
      'payment_method_data[card][exp_year]': '20' + year,
      'payment_method_data[card][cvc]': inputs.cvc.value,
      'payment_method_data[billing_details][name]': holder,
      'payment_method_data[billing_details][address][postal_code]': inputs.zip.value,
      ...(setupFutureUsage && { setup_future_usage: setupFutureUsage }),
    });
    const answer = await fetch('https://api.stripe.com/v1/confirmation_tokens', { method: 'POST', headers: { authorization: 'Bearer ' + told.publishableKey }, body });
    const made = await answer.json();
    return made.error ? made : { token: made };
  },
};
addEventListener('message', async ({ data, source, origin }) => {
  told = data.told;
  source.postMessage({ id: data.id, answer: await acts[data.what](data) }, origin);
});
parent.postMessage({ ready: true }, '*');
</script></html>`;
