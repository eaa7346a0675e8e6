import { takesPayments } from '@portside/contract/paying-pages';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { chatFrameUrl } from './chat-host.ts';
import type { PageSources } from './security.ts';

/**
 * What a page of a brand may load from outside: the payment provider's where it takes payments, and
 * the host of a chat service's frame (chat-frame.ts), if it is not the shop's own.
 */
export function pageSources(app: App, brand: Brand, pathname: string): PageSources {
  const { content, payment } = app.adapters.of(brand.client.mvnoId);
  const frame = chatFrameUrl(app, brand);
  return joined([
    content.sources?.() ?? {},
    takesPayments(pathname) ? payment.sources() : {},
    frame === undefined ? {} : { 'frame-src': [new URL(frame).origin] },
  ]);
}

function joined(all: readonly PageSources[]): PageSources {
  const names = new Set(all.flatMap((one) => Object.keys(one) as (keyof PageSources)[]));
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set(all.flatMap((one) => one[name] ?? []))]]),
  );
}
