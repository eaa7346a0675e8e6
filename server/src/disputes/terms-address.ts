import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress } from '../emails/email.ts';

export const termsAddress = (app: App, brand: Brand): string =>
  pageAddress(app, { brand, language: 'en' }, '/terms-and-conditions');
