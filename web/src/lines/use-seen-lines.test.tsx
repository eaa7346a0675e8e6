// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '../api/forget-person.ts';
import { session } from '../api/session.ts';
import { Guard, Login } from '../testing/guard-stage.tsx';
import { type Answers, freshToken, line, maya, no, openPage } from '../testing/stage.tsx';
import { readSeenLines } from './seen-lines.ts';
import { useLines } from './use-lines.ts';

const token = freshToken(3600, 'cus_maya');
const omars = freshToken(3600, 'cus_omar');

let page: ReturnType<typeof openPage> | undefined;
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  page?.close();
  page = undefined;
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const seen = {
  ...line,
  iccid: '8901410000000000017',
  mdn: '2125550101',
  nickname: 'Work',
  esim: 'enabled' as const,
  paidUntil: '2099-12-03T17:37:22Z',
};

function Lines() {
  const { data, refetch } = useLines();
  return (
    <>
      <p>{data ? `${data.lines.length} lines` : 'none yet'}</p>
      <button onClick={() => void refetch()} type="button">
        Again
      </button>
    </>
  );
}

const routes: RouteObject[] = [
  { path: '/', element: <p>Home</p> },
  { path: '/login', Component: Login },
  { Component: Guard, children: [{ path: '/dashboard', element: <Lines /> }] },
];

function look(answers: Answers = {}, by: string | undefined = token) {
  page = openPage({
    routes,
    at: '/dashboard',
    token: by,
    answers: { viewUser: () => maya, listLines: () => ({ lines: [seen] }), ...answers },
  });
  return page;
}

const kept = () => localStorage.getItem('lines');
const isKept = () => waitFor(() => expect(kept()).toContain('(212) 555-0101'));

test('[P06] [P08] of a line that was handed over it is kept since when, and no paid days', async () => {
  const handover = {
    to: 'ana@example.com',
    until: '2099-10-20T17:00:00Z',
    acceptedAt: '2099-10-15T17:00:00Z',
  };
  look({ listLines: () => ({ lines: [{ ...seen, status: 'ended', handover }] }) });
  await isKept();
  const { lines } = JSON.parse(kept() ?? '') as { lines: object[] };
  expect(lines).toEqual([
    expect.objectContaining({ state: 'Handed over on Oct 15, 2099', paidUntil: null }),
  ]);
});

test('[P08] lines that were seen are kept with the least that says how they are', async () => {
  const before = Date.now();
  look();
  await isKept();
  const { at, ...rest } = JSON.parse(kept() ?? '') as { at: number };
  expect(at).toBeGreaterThanOrEqual(before);
  expect(rest).toEqual({
    brand: 'harbor',
    person: 'cus_maya',
    language: 'en',
    lines: [
      {
        number: '(212) 555-0101',
        nickname: 'Work',
        plan: 'Sloop 12 GB',
        paidUntil: '2099-12-03T17:37:22Z',
        state: 'Active',
      },
    ],
  });
  expect(readSeenLines('harbor', Date.now())?.person).toBe('cus_maya');
});

test('[P08] each good answer is kept with its time; one that fails changes nothing', async () => {
  let isUp = true;
  let looks = 0;
  look({
    listLines() {
      looks += 1;
      if (!isUp) throw no(503, { message: 'Later' });
      return { lines: [{ ...seen, nickname: `Seen ${looks}` }] };
    },
  });
  await isKept();
  screen.getByText('Again').click();
  await waitFor(() => expect(kept()).toContain('Seen 2'));
  const last = kept();
  isUp = false;
  screen.getByText('Again').click();
  await waitFor(() => expect(looks).toBe(3));
  await act(async () => {});
  expect(kept()).toBe(last);
});

test('[P08] an agent in a customer’s account keeps nothing, and deletes what the customer left there', async () => {
  look();
  await isKept();
  page?.close();
  localStorage.setItem('lines', JSON.stringify({ brand: 'harbor', person: 'cus_maya', lines: [] }));
  look({ viewUser: () => ({ ...maya, agent: { name: 'Ada' } }) });
  await screen.findByText('1 lines');
  await waitFor(() => expect(session.get().userInfo?.agent).toBeTruthy());
  expect(kept()).toBeNull();
});

test('[P08] nothing is kept before it is known who looks', async () => {
  look({ viewUser: () => new Promise(() => {}) });
  await screen.findByText('1 lines');
  expect(kept()).toBeNull();
});

test('[P08] an answer that comes after the logout, or for another customer by then, is not kept', async () => {
  for (const leave of [
    () => forgetPerson(),
    () => session.signIn(omars),
    // In another tab, which this one has not heard of yet.
    () => localStorage.removeItem('token'),
    () => localStorage.setItem('token', omars),
  ]) {
    const late = Promise.withResolvers<unknown>();
    const answers = [late.promise];
    const never = () => new Promise<never>(() => {});
    look({ listLines: () => answers.shift() ?? never() });
    await waitFor(() => expect(session.get().userInfo).toBeTruthy());
    await act(async () => {
      leave();
      late.resolve({ lines: [seen] });
    });
    await act(async () => {});
    expect(kept()).toBeNull();
    page?.close();
    localStorage.clear();
  }
});

test('[P08] the button and a session that the server ends leave nothing', async () => {
  for (const leave of [forgetPerson, session.end]) {
    look();
    await isKept();
    // Outside of the account too: nothing but the session itself deletes.
    page?.close();
    localStorage.setItem('token', token);
    localStorage.setItem('lines', '{"number":"(212) 555-0101"}');
    page = openPage({ routes, at: '/', token, answers: { viewUser: () => maya } });
    expect(kept()).toContain('555-0101');
    act(leave);
    expect(kept()).toBeNull();
    page.close();
  }
});

test('[P08] a page that hears of a logout in another tab deletes what it may have kept meanwhile', async () => {
  look();
  await isKept();
  localStorage.removeItem('token');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await waitFor(() => expect(kept()).toBeNull());
});

test('[P08] a customer who logs in where another never logged out finds nothing of theirs', async () => {
  look();
  await isKept();
  const mayas = kept();
  page?.close();
  localStorage.setItem('lines', mayas ?? '');
  look({ listLines: () => new Promise(() => {}) }, omars);
  await waitFor(() => expect(kept()).toBeNull());
});

test('[P08] where storage is full or refused the lines are shown, and nothing is said of it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (key === 'lines') throw new DOMException('full', 'QuotaExceededError');
    localStorage[key] = value;
  });
  look();
  await screen.findByText('1 lines');
  await waitFor(() => expect(session.get().userInfo).toBeTruthy());
  expect(kept()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
