import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { chatSuite } from '../chat.suite.ts';
import { chatwootChat } from './chat.ts';

const settings = {
  url: 'https://chat.harbor.example',
  websiteToken: 'site-1',
  hmacKey: 'chat-test-secret',
};
const opened = chatwootChat(settings);
chatSuite('Chatwoot', opened, chatwootChat({ ...settings, hmacKey: 'another' }));

test('[M06] the identifier hash of Chatwoot is HMAC-SHA256 over the user id, as its vector says', () => {
  expect(opened.prove({ id: 'usr_42' })).toBe(
    '3a310ac44894d62ef50755c20f43fadf2cbb638174830ce33a3faa4afbc6350f',
  );
  expect('token' in opened).toBe(false);
  expect(opened.browser()).toEqual({
    kind: 'chatwoot',
    scriptUrl: 'https://chat.harbor.example/packs/js/sdk.js',
    url: 'https://chat.harbor.example',
    websiteToken: 'site-1',
  });
});

test('[M06] [M11] the check finds a wrong address, a wrong token and a service that is down', async () => {
  const server = createServer(({ url }, response) => {
    const known = ['/packs/js/sdk.js', '/widget?website_token=site-1'].includes(url ?? '');
    response.writeHead(known ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = (change: Partial<typeof settings>) =>
    chatwootChat({ ...settings, url, ...change })
      .check?.()
      .then(
        () => 'well',
        (error: unknown) => `${(error as CheckFailed).service}: ${(error as CheckFailed).advice}`,
      );
  expect(await said({})).toBe('well');
  expect(await said({ websiteToken: 'site-2' })).toMatch(/^Chatwoot: .*CHATWOOT_WEBSITE_TOKEN/);
  expect(await said({ url: `${url}/wrong` })).toMatch(/^Chatwoot: .*CHATWOOT_URL/);
  await new Promise((resolve) => server.close(resolve));
  await expect(chatwootChat({ ...settings, url }).check?.()).rejects.toThrow(OutsideFailure);
});
