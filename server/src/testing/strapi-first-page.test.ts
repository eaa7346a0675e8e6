import { viewFrame } from '@portside/contract/content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../http/server.ts';
import { served } from '../slices.ts';
import { readConfig } from '../settings/config.ts';
import { harborFooter, harborMetas, openStrapi } from './strapi/server.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let strapi: Awaited<ReturnType<typeof openStrapi>>;
beforeAll(async () => {
  strapi = await openStrapi({ version: 5, token: 'abc' });
  strapi.state.footers = [harborFooter];
  strapi.state.metas = [...harborMetas];
  const { adapters } = readConfig({
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: 'abc',
    PORTSIDE_MASTER_KEYS: Buffer.alloc(32).toString('base64'),
  });
  const roles = new Set(['web', 'api', 'worker'] as const);
  app = await openTestApp({ config: { roles, adapters } });
});
afterAll(async () => {
  await app.close();
  await strapi.close();
});

const frame = () => app.anyone.call(viewFrame, { page: 'home' });

test('[M04] the first pages have the folder’s words for seconds alone: no CDN keeps them until Strapi has answered', async () => {
  strapi.state.trouble = 'silent';
  const http = await buildServer(app.app, served, {
    load: async () => ({
      placeOf: (path) => ({ path, kind: 'kept' }),
      renderPage: async () => {
        const { meta } = await frame();
        return { status: 200, headers: {}, failures: [], html: `<title>${meta.metaTitle}</title>` };
      },
    }),
  });
  const open = () => http.inject({ url: '/', headers: { host: 'localhost' } });
  const first = await open();
  expect(first.body).not.toContain('the editor');
  expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=2');
  strapi.state.trouble = undefined;
  // As the job of each minute does.
  app.clock.move(60_000);
  await app.app.adapters.of(6).content.refresh?.('harbor');
  app.clock.move(3000);
  await app.eventually(async () => (await open()).body.includes('the editor') || undefined);
  expect((await open()).headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=30, stale-while-revalidate=600',
  );
  await http.close();
});
