// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const host = globalThis as { trustedTypes?: unknown };
const rules = new Map<string, { createScriptURL: (url: string) => string }>();
/** Policies are made once for a page, so each test is a page of its own. */
const freshPage = () => import('./outside-script.ts');
const scriptOf = (url: string) => document.querySelector<HTMLScriptElement>(`script[src="${url}"]`);

beforeEach(() => {
  vi.resetModules();
  rules.clear();
  host.trustedTypes = {
    createPolicy(name: string, made: { createScriptURL: (url: string) => string }) {
      if (rules.has(name)) throw new TypeError('twice');
      rules.set(name, made);
      return made;
    },
  };
});
afterEach(() => {
  document.head.replaceChildren();
  delete host.trustedTypes;
});

const stripe = 'https://js.stripe.com/endive/stripe.js';

test('[M01] [I22] our own policy passes the address that we load, and no other', async () => {
  const { loadOutsideScript } = await freshPage();
  void loadOutsideScript(stripe);
  expect(scriptOf(stripe)).not.toBeNull();
  const own = rules.get('portside');
  expect(own?.createScriptURL(stripe)).toBe(stripe);
  expect(() => own?.createScriptURL('https://js.stripe.com/other.js')).toThrow(TypeError);
  expect(rules.has('default')).toBe(false);
});

test('[M01] a script that brings more is given its own site, by https, and nothing else', async () => {
  const { loadOutsideScript } = await freshPage();
  void loadOutsideScript(stripe, { brings: true });
  void loadOutsideScript('https://js.stripe.com/second.js', { brings: true });
  const guest = rules.get('default');
  expect(Object.keys(guest ?? {})).toEqual(['createScriptURL']);
  const passes = (url: string) => guest?.createScriptURL(url) === url;
  expect(passes('https://js.stripe.com/endive/more.js')).toBe(true);
  expect(passes('https://b.stripecdn.js.stripe.com/more.js')).toBe(true);
  for (const url of [
    'http://js.stripe.com/more.js',
    'https://notjs.stripe.com/more.js',
    'https://stripe.com/more.js',
    'https://js.stripe.com.evil.example/more.js',
    'data:text/javascript,1',
    '/assets/site.js',
  ]) {
    expect(() => guest?.createScriptURL(url), url).toThrow(TypeError);
  }
});

test('[M01] a page whose policy has no room for a guest loads nothing of it', async () => {
  const { loadOutsideScript } = await freshPage();
  host.trustedTypes = {
    createPolicy(name: string) {
      throw new TypeError(`no policy ${name} here`);
    },
  };
  await expect(loadOutsideScript(stripe, { brings: true })).rejects.toThrow(TypeError);
  expect(scriptOf(stripe)).toBeNull();
});

test('[M01] a load that was given up is begun again beside the old one', async () => {
  const { forgetLoad, loadOutsideScript } = await freshPage();
  const first = loadOutsideScript(stripe);
  expect(loadOutsideScript(stripe)).toBe(first);
  forgetLoad(stripe);
  const second = loadOutsideScript(stripe);
  expect(second).not.toBe(first);
  const scripts = document.querySelectorAll(`script[src="${stripe}"]`);
  expect(scripts).toHaveLength(2);
  scripts[0]?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('did not load');
  expect(loadOutsideScript(stripe)).toBe(second);
});
