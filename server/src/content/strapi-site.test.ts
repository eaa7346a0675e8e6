import { viewFrame } from '@portside/contract/content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { harborFooter, harborMetas, openStrapi } from '../testing/strapi/server.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

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

const frame = (page = 'home') => app.anyone.call(viewFrame, { page });

/** As the clock does each minute. */
async function aMinuteLater() {
  app.clock.move(60_000);
  for (const { run } of handlers) await run(app.app, {});
}

test('[M04][A24][B10][I03][I04] a shop’s pages say what the editor has published in Strapi', async () => {
  await app.eventually(async () => {
    const { meta } = await frame();
    return meta.metaTitle === 'Harbor, as the editor says' || undefined;
  });
  await aMinuteLater();
  const { address, social, meta } = await frame('shop');
  expect(meta.metaTitle).toBe('The editor’s shop');
  expect(address).toContain('1 Example Way');
  expect(social[0]).toEqual({
    link: 'https://social.example/harbor',
    logoUrl: `${strapi.url}/uploads/social.svg`,
  });
  expect((await frame('faq')).meta.metaTitle).toContain('Harbor Mobile');
  const open = await (await app.fetch('/api/footer?populate=deep')).json();
  expect(open).toMatchObject({ data: { attributes: { address: harborFooter.address } } });
});

test('[M04] a change is shown a minute later, and a visitor’s query reaches nobody', async () => {
  strapi.state.footers = [{ ...harborFooter, address: 'Moved to Rio' }];
  strapi.state.asked = [];
  await app.fetch('/api/footer?status=draft&publicationState=preview&populate=deep');
  await aMinuteLater();
  expect((await frame()).address).toBe('Moved to Rio');
  expect(strapi.state.asked.length).toBeGreaterThan(0);
  expect(strapi.state.asked.join(' ')).not.toMatch(/status|publicationState/);
});

test('[M04] while Strapi is silent a page is as quick as before, and says what it said', async () => {
  strapi.state.trouble = 'silent';
  app.clock.move(600_000);
  const before = strapi.state.asked.length;
  expect((await frame()).address).toBe('Moved to Rio');
  await expect.poll(() => strapi.state.asked.length).toBeGreaterThan(before);
  strapi.state.trouble = 503;
  await aMinuteLater();
  expect((await frame()).address).toBe('Moved to Rio');
});
