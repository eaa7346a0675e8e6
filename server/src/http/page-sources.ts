import { takesPayments } from '@portside/contract/paying-pages';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { PageSources } from './security.ts';

/** What a page of a brand may load from outside: the payment provider's where it takes payments. */
export function pageSources(app: App, brand: Brand, pathname: string): PageSources {
  const { chat, payment } = app.adapters.of(brand.client.mvnoId);
  return takesPayments(pathname) ? joined(chat.sources(), payment.sources()) : chat.sources();
}

function joined(one: PageSources, other: PageSources): PageSources {
  const all: PageSources = { ...one };
  for (const [name, sources] of Object.entries(other)) {
    const key = name as keyof PageSources;
    all[key] = [...new Set([...(one[key] ?? []), ...sources])];
  }
  return all;
}
