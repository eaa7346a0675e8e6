import type { BrowserContext, Page } from '@playwright/test';
import { chatHosts, openChatBrands } from './chat-brands.ts';
import { openChatwootServer, playIntercom, serviceFrame, toldTo } from './chat-stand-ins.ts';
import { addressIn, launcher, open, visitChat, type VisitWords } from './chat-visit.ts';
import { expect, test } from './journey.ts';
import { type MovingProduct, openMovingProduct } from './moving-product.ts';

/** The chat services' frames have hosts of their own (docs/decisions/0795). */
const boot = { app_id: 'abcd1234', hide_default_launcher: true };

let product: MovingProduct;
let chatwoot: Awaited<ReturnType<typeof openChatwootServer>>;
let brands: Awaited<ReturnType<typeof openChatBrands>>;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(300_000);
  chatwoot = await openChatwootServer('site-1');
  brands = await openChatBrands();
  product = await openMovingProduct(baseURL ?? '', 2, {
    PORTSIDE_BRANDS: brands.folder,
    INTERCOM_APP_ID__HARBOR: 'abcd1234',
    INTERCOM_SECRET__HARBOR: 'chat-test-secret',
    INTERCOM_PROOF__HARBOR: 'token',
    CHATWOOT_URL__MESA: chatwoot.url,
    CHATWOOT_WEBSITE_TOKEN__MESA: 'site-1',
    CHATWOOT_HMAC_KEY__MESA: 'chat-test-secret',
  });
});
test.afterAll(async () => {
  await product.close();
  await brands.close();
  chatwoot.close();
});

const visit = (...[context, brand, walk]: VisitWords) => visitChat(product, context, brand, walk);
const frameOf = (brand: 'harbor' | 'mesa') =>
  product.address.replace('//localhost', `//${chatHosts[brand]}`);
const logoutElsewhere = async (page: Page) => {
  const other = await page.context().newPage();
  await open(other, '/faq');
  await other.evaluate(() => localStorage.removeItem('token'));
};
/** A second script of the service has turned. */
const turn = (context: BrowserContext, body: string) =>
  context.route('https://js.intercomcdn.com/frame-modern.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );

test('[M06] [F08] through a frame on a host of its own Intercom boots with a token, counts, closes and shuts down', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressIn(product, 'harbor') });
  await playIntercom(context);
  await visit(context, 'harbor', async ({ page, login }) => {
    await login();
    await open(page, '/faq');
    await page.mouse.move(200, 200);
    const known = { ...boot, intercom_user_jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) };
    await expect.poll(() => toldTo(page)).toEqual([['boot', known]]);
    expect(serviceFrame(page).url()).toBe(`${frameOf('harbor')}/chat-frame`);
    await serviceFrame(page).evaluate('Intercom("later", 2)');
    await expect(page.getByRole('button', { name: /^Chat.*2 new messages$/ })).toBeVisible();

    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
    const messenger = chat.frameLocator('iframe').frameLocator('iframe');
    await expect(messenger.getByText('Messenger for')).toBeVisible();
    await expect(messenger.locator('body')).toHaveAttribute('data-inner', 'ran');
    await expect.poll(() => serviceFrame(page).evaluate('window.pinged')).toBe(200);
    await messenger.getByRole('button', { name: 'Close messenger' }).click();
    await expect(chat).toBeHidden();
    await expect(launcher(page)).toBeFocused();
    await expect.poll(async () => (await toldTo(page)).map(([verb]) => verb)).toContain('hide');
    // Pressed at once, it stays open.
    await launcher(page).click();
    await expect(messenger.getByText('Messenger for')).toBeVisible();

    const before = (await toldTo(page)).length;
    await logoutElsewhere(page);
    await expect
      .poll(async () => (await toldTo(page)).slice(before))
      .toEqual([['shutdown'], ['boot', boot], ['show']]);
  });
});

test('[M06] [F08] through a frame on a host of its own Chatwoot is told who it is, and is reset at the logout', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressIn(product, 'mesa') });
  await visit(context, 'mesa', async ({ page, login }) => {
    const person = await login();
    await open(page, '/faq');
    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Mesa' });
    const widget = chat.frameLocator('iframe').frameLocator('iframe');
    await expect(widget.getByText(`Chatwoot for ${person.firstName}`)).toBeVisible();
    expect(serviceFrame(page).url()).toBe(`${frameOf('mesa')}/chat-frame`);
    await widget.getByRole('button', { name: 'Close widget' }).click();
    await expect(chat).toBeHidden();
    await logoutElsewhere(page);
    await expect.poll(async () => (await toldTo(page)).at(-1)).toEqual(['reset']);
    await launcher(page).click();
    await expect(widget.getByText('Chatwoot for a visitor')).toBeVisible();
  });
});

test('[M06] a service’s script that has turned reads neither the shop’s storage nor its page, and reaches no call', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressIn(product, 'harbor') });
  await playIntercom(context);
  const shop = addressIn(product, 'harbor');
  await turn(
    context,
    `(async () => {
      const shop = ${JSON.stringify(shop)};
      const attempts = {
        storage: () => parent.localStorage.getItem('token'),
        document: () => parent.document.body.innerHTML,
        databases: () => parent.indexedDB.databases(),
        leading: () => { parent.location.href = 'https://evil.example/'; },
        call: () => fetch(shop + '/app/users/view'),
        own: () => fetch('/app/users/view'),
        page: () => new Promise((resolve, reject) => {
          const inner = document.createElement('iframe');
          inner.src = shop + '/faq';
          inner.onload = () => { try { resolve(inner.contentDocument.title || inner.contentWindow.localStorage.length); } catch (error) { reject(error); } };
          document.body.append(inner);
        }),
      };
      const came = {};
      for (const [name, attempt] of Object.entries(attempts)) {
        try { came[name] = 'got ' + String(await attempt()); } catch (error) { came[name] = error.name; }
      }
      came.here = [Object.keys(localStorage), document.cookie, (await indexedDB.databases()).length];
      window.came = came;
    })();`,
  );
  await visit(context, 'harbor', async ({ page, login, heard }) => {
    await login();
    await open(page, '/faq');
    await page.mouse.move(200, 200);
    const came = async () =>
      page.frames().some((one) => one.url().endsWith('/chat-frame'))
        ? await serviceFrame(page).evaluate('window.came')
        : undefined;
    await expect.poll(came).toEqual({
      storage: 'SecurityError',
      document: 'SecurityError',
      databases: 'SecurityError',
      leading: 'SecurityError',
      call: 'TypeError',
      own: 'TypeError',
      page: expect.stringMatching(/^(SecurityError|TypeError)$/),
      here: [[], '', 0],
    });
    await expect(page).toHaveURL(/\/faq$/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    // All of it was refused by a policy or by the browser's wall between hosts.
    heard.length = 0;
  });
});

test('[M06] messages of others do nothing, in the page and in the frame', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: addressIn(product, 'harbor') });
  await playIntercom(context);
  await visit(context, 'harbor', async ({ page, login, heard }) => {
    await login();
    await open(page, '/faq');
    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
    await expect(chat.frameLocator('iframe').frameLocator('iframe').locator('p')).toBeVisible();
    const verbs = async () => (await toldTo(page)).map(([verb]) => verb);
    await expect.poll(verbs).toEqual(['boot', 'show']);

    // What comes to the page is noted after the chat has heard it.
    const noted = await page.evaluateHandle(() => {
      const says: string[] = [];
      window.addEventListener('message', ({ data }: MessageEvent<{ say: string }>) => {
        says.push(data.say);
      });
      return says;
    });
    // To the page: from itself, and from a frame inside of the chat's. To the frame: from the same.
    await page.evaluate(() => window.postMessage({ say: 'closed' }, '*'));
    await serviceFrame(page).evaluate(() => {
      const inner = document.querySelector('iframe')?.contentDocument;
      const script = inner?.createElement('script');
      if (!script) throw new Error('There is no messenger');
      script.src = 'https://js.intercomcdn.com/knock.js';
      inner?.body.append(script);
    });
    await expect
      .poll(() => noted.jsonValue())
      .toEqual(['closed', 'closed', 'shutdown', 'hide', 'failed']);
    await expect(chat.frameLocator('iframe').frameLocator('iframe').locator('p')).toBeVisible();
    expect(await verbs()).toEqual(['boot', 'show']);

    // What the frame itself says is heard, so that the silence above is worth something.
    await serviceFrame(page).evaluate(
      (shop) => window.parent.postMessage({ say: 'closed' }, shop),
      addressIn(product, 'harbor'),
    );
    await expect(chat).toBeHidden();
    await expect.poll(verbs).toEqual(['boot', 'show', 'hide']);

    // Another site cannot put the frame around itself.
    const foreign = await context.newPage();
    await context.route('https://evil.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${frameOf('harbor')}/chat-frame"></iframe>`,
      }),
    );
    await foreign.goto('https://evil.example/');
    await expect.poll(() => foreign.frames()[1]?.url()).toMatch(/^chrome-error:/);
    heard.length = 0;
  });
});

test('[M06] at the frame’s host there is nothing of the shop', async ({ page }) => {
  const statusOf = async (url: string) => (await page.goto(url))?.status();
  for (const path of ['/', '/faq', '/healthz', '/app/users/view', '/robots.txt', '/sandbox/mail']) {
    expect(await statusOf(frameOf('harbor') + path), path).toBe(404);
  }
  expect(await statusOf(`${frameOf('harbor')}/chat-frame`)).toBe(200);
  expect(await statusOf(`${addressIn(product, 'harbor')}/chat-frame`)).toBe(404);
});
