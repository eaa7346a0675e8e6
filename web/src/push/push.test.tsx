// @vitest-environment jsdom
import { allowPush, endPush, type Push, type PushBrowser, viewPush } from '@portside/contract/push';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished, expect, test, vi } from 'vitest';
import { forgetPerson } from '../api/forget-person.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, maya } from '../testing/stage.tsx';
import { markOf, readOwnPush, writeOwnPush } from './own-push.ts';
import { PushPanel } from './push-panel.tsx';
import { useKeepPush } from './use-keep-push.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/one';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };

/** A browser as the Push API shows it; `asked` counts its questions to the person. */
function browserWith(permission: NotificationPermission, subscribed = false, at = endpoint) {
  const state = {
    permission,
    subscribed,
    asked: 0,
    isOnline: true,
    answer: 'granted' as NotificationPermission,
  };
  const subscription = {
    endpoint: at,
    options: {},
    toJSON: () => ({ endpoint: at, keys }),
    unsubscribe: async () => {
      if (!state.isOnline) throw new DOMException('offline', 'NetworkError');
      state.subscribed = false;
      return true;
    },
  };
  const shown = [{ close: vi.fn() }];
  const registration = {
    pushManager: {
      getSubscription: async () => (state.subscribed ? subscription : null),
      async subscribe() {
        state.subscribed = true;
        return subscription;
      },
    },
    getNotifications: async () => shown,
  };
  const listeners = new EventTarget();
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    async requestPermission() {
      state.asked += 1;
      state.permission = state.answer;
      return state.answer;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(listeners, {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }),
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    writeOwnPush(undefined);
  });
  return { state, shown };
}

const nowhere: Push = { offered: true, publicKey: 'key', browsers: [] };
const here = async (more: Partial<PushBrowser> = {}): Promise<PushBrowser> => ({
  id: 'psh_here',
  mark: await markOf(endpoint),
  browser: 'Chrome on Android',
  since: '2026-11-28T17:00:00Z',
  kinds: ['usage'],
  ...more,
});

function Account() {
  useKeepPush(true);
  return null;
}

function show(first: Push, then: Push = first) {
  let current = first;
  const next = (message: string) => {
    current = then;
    return { message, ...current };
  };
  return showScreen(<PushPanel />, {
    token: freshToken(3600, maya.id),
    answers: [
      answering(viewPush, () => current),
      answering(allowPush, () => next('Notices are on in this browser.')),
      answering(endPush, () => next('Notices are off in that browser.')),
    ],
  });
}
const button = (name: string) => screen.findByRole('button', { name });
/** The press before is done: until then another one counts for nothing. */
const done = () => waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());

test('[P08] nobody is asked unbidden: the button alone asks, and says what was chosen', async () => {
  const { state } = browserWith('default');
  const page = show(nowhere, { ...nowhere, browsers: [await here({ kinds: ['security'] })] });
  await button('Notify me in this browser');
  expect(state.asked).toBe(0);
  for (const label of [/^Your lines/, /^Numbers/, /^Orders/, /^Payments/, /^Usage/]) {
    await userEvent.click(screen.getByRole('checkbox', { name: label }));
  }
  await userEvent.click(await button('Notify me in this browser'));
  await button('Turn off in this browser');
  expect(state.asked).toBe(1);
  const heading = screen.getByRole('heading', { name: 'Notices in your browser' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.sent('allowPush')).toEqual([{ endpoint, ...keys, kinds: ['security'] }]);
  expect(readOwnPush()).toMatchObject({ mark: await markOf(endpoint), kinds: ['security'] });
});

test('[P08] whoever says no is told what to do, and nothing is sent', async () => {
  const { state } = browserWith('default');
  state.answer = 'denied';
  const page = show(nowhere);
  await userEvent.click(await button('Notify me in this browser'));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /blocks notices.*settings of this site/,
  );
  expect(page.sent('allowPush')).toEqual([]);
});

test('[P08] kinds are changed, and notices turned off, here and in another browser', async () => {
  const { state } = browserWith('granted', true);
  const other = await here({ id: 'psh_other', mark: 'ffff', browser: 'Safari on macOS' });
  const page = show({ ...nowhere, browsers: [await here(), other] });
  await userEvent.click(await button('Turn off in Safari on macOS'));
  await done();
  expect(state.subscribed).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Payments/ }));
  await userEvent.click(await button('Save'));
  await done();
  expect(page.sent('allowPush')).toMatchObject([{ kinds: ['payment', 'usage'] }]);
  await userEvent.click(await button('Turn off in this browser'));
  await waitFor(() => expect(state.subscribed).toBe(false));
  expect(page.sent('endPush')).toEqual([{ id: 'psh_other' }, { id: 'psh_here' }]);
});

test('[P08] a permission that was taken away is said at the next look', async () => {
  browserWith('denied');
  const browser = await here();
  const own = { mark: browser.mark, kinds: browser.kinds, person: maya.id };
  localStorage.setItem('notices', JSON.stringify(own));
  const page = show({ ...nowhere, browsers: [browser] });
  expect(await screen.findByText(/this browser blocks them now/)).toBeTruthy();
  expect(page.sent('allowPush')).toEqual([]);
});

test('[P08] a browser that can’t, an iPhone without the home screen, and a brand that sends none', async () => {
  const page = show(nowhere);
  expect(await screen.findByText(/can’t show notices/)).toBeTruthy();
  page.close();
  Object.assign(navigator, { standalone: false });
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'standalone');
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  });
  const phone = show(nowhere);
  expect(await screen.findByText(/add this site to your home screen/)).toBeTruthy();
  phone.close();
  const none = show({ ...nowhere, offered: false });
  await expect.poll(() => none.sent('viewPush').length).toBe(1);
  await waitFor(() => expect(screen.queryByText('Notices in your browser')).toBeNull());
});

/** A page of the account, in a browser whose endpoint is another one than at `mark`. */
function moved(browsers: readonly PushBrowser[]) {
  const page = showScreen(<Account />, {
    token: freshToken(3600, maya.id),
    answers: [
      answering(viewPush, () => ({ ...nowhere, browsers: [...browsers] })),
      answering(allowPush, () => ({ message: '', ...nowhere })),
      answering(endPush, () => ({ message: '', ...nowhere })),
    ],
  });
  const changes = () => {
    writeOwnPush({ mark: 'of the one before', kinds: ['usage'] });
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'push-changed' }));
  };
  return { page, changes };
}

test('[P08] a new address of the browser is told by the next page, and the old one ends; a logout ends all of it here', async () => {
  const { state, shown } = browserWith('granted', true);
  const before = await here({ id: 'psh_before', mark: 'of the one before' });
  const { page, changes } = moved([await here({ id: 'psh_other', mark: 'ffff' }), before]);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(page.sent('allowPush')).toEqual([]);
  changes();
  await expect
    .poll(() => page.sent('allowPush'))
    .toEqual([{ endpoint, ...keys, kinds: ['usage'] }]);
  await expect.poll(async () => readOwnPush()?.mark === (await markOf(endpoint))).toBe(true);
  await expect.poll(() => page.sent('endPush')).toEqual([{ id: 'psh_before' }]);
  forgetPerson();
  await waitFor(() => expect(state.subscribed).toBe(false));
  await waitFor(() => expect(shown[0]?.close).toHaveBeenCalled());
});

test('[P08] what was turned off from elsewhere stays off when the browser gets a new address', async () => {
  const { state } = browserWith('granted', true);
  const { page, changes } = moved([await here({ id: 'psh_other', mark: 'ffff' })]);
  changes();
  await waitFor(() => expect(state.subscribed).toBe(false));
  await expect.poll(() => localStorage.getItem('notices')).toBeNull();
  expect(page.sent('allowPush')).toEqual([]);
  expect(page.sent('endPush')).toEqual([]);
});

test('[P08] a logout without a network closes what is shown, and the next page of the account does the rest', async () => {
  const { state, shown } = browserWith('granted', true);
  const first = moved([]);
  writeOwnPush({ mark: await markOf(endpoint), kinds: ['usage'] });
  state.isOnline = false;
  forgetPerson();
  await waitFor(() => expect(shown[0]?.close).toHaveBeenCalled());
  expect(state.subscribed).toBe(true);
  first.page.close();
  state.isOnline = true;
  moved([]);
  await waitFor(() => expect(state.subscribed).toBe(false));
  await expect.poll(() => localStorage.getItem('notices')).toBeNull();
});
