import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { PageSources } from './security.ts';

/** What a brand's pages may load from outside. */
export const pageSources = (app: App, brand: Brand): PageSources =>
  app.adapters.of(brand.client.mvnoId).chat.sources();
