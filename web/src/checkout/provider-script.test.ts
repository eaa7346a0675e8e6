// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { type CardProvider, loadCardProvider } from './provider-script.ts';

const payment = (scriptUrl: string) =>
  ({ kind: 'sandbox', scriptUrl, publishableKey: '' }) as const;
const scriptOf = (url: string) => document.querySelector<HTMLScriptElement>(`script[src="${url}"]`);
const host = globalThis as { PortsidePay?: CardProvider; trustedTypes?: unknown };

afterEach(() => {
  delete host.PortsidePay;
});

test('[I22] the provider’s script is loaded from the provider’s site, once, by the one policy', async () => {
  const policies: string[] = [];
  host.trustedTypes = {
    createPolicy(name: string, rules: object) {
      policies.push(name);
      return rules;
    },
  };
  const url = 'https://pay.example/one.js';
  const first = loadCardProvider(payment(url));
  const second = loadCardProvider(payment(url));
  const provider: CardProvider = { createToken: () => Promise.reject(new Error('not here')) };
  host.PortsidePay = provider;
  expect(document.querySelectorAll(`script[src="${url}"]`)).toHaveLength(1);
  scriptOf(url)?.dispatchEvent(new Event('load'));
  expect(await first).toBe(provider);
  expect(await second).toBe(provider);
  expect(policies).toEqual(['portside']);
});

test('[I22] a script that did not come says so and may be loaded again', async () => {
  const url = 'https://pay.example/two.js';
  const load = loadCardProvider(payment(url));
  scriptOf(url)?.dispatchEvent(new Event('error'));
  await expect(load).rejects.toThrow('The payment provider isn’t responding right now.');
  const again = loadCardProvider(payment(url));
  host.PortsidePay = { createToken: () => Promise.reject(new Error('not here')) };
  scriptOf(url)?.dispatchEvent(new Event('load'));
  expect(await again).toBe(host.PortsidePay);
});
