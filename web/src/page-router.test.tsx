// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import {
  createStaticHandler,
  data,
  type DataRouter,
  Link,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  RouterContextProvider,
  RouterProvider,
  type RouteObject,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { createPageRouter } from './page-router.ts';

let router: DataRouter;
/** What loaders were asked for, in order. */
let asked: string[] = [];
/** Opens the loader of `/slow`, or lets it fail. */
let slow = Promise.withResolvers<string>();

afterEach(() => {
  cleanup();
  router.dispose();
  asked = [];
  slow = Promise.withResolvers();
});

function Shell() {
  const { pathname, search, hash, state } = useLocation();
  const { state: moving } = useNavigation();
  const navigate = useNavigate();
  const [, setQuery] = useSearchParams();
  return (
    <>
      <p>
        at {pathname + search + hash}, {moving}, by {useNavigationType()}, with{' '}
        {JSON.stringify(state)}, shell {useLoaderData<string>()}
      </p>
      {['/', '/shop', '/slow', '/adrift', '/shop?zip=10001', '/shop#fees', '/broken'].map((to) => (
        <Link key={to} to={to}>
          to {to}
        </Link>
      ))}
      <button onClick={() => setQuery({ view: 'all' })}>view all</button>
      <button onClick={() => void navigate('/shop', { replace: true, state: { step: 2 } })}>
        instead
      </button>
      <button onClick={() => void navigate(-1)}>back</button>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}

function Page() {
  return (
    <h1>
      {String(useLoaderData())} in {String(useRouteLoaderData('root'))}
    </h1>
  );
}

/** Says at each rendering where to go. */
const Guard = () => <Navigate replace state={{ back: useLocation().pathname }} to="/slow" />;

function Fault() {
  const error = useRouteError() as { status?: number; message?: string };
  return <h1>fault {error.status ?? error.message}</h1>;
}

const loader =
  (answer: (args: LoaderFunctionArgs) => unknown) =>
  async (args: LoaderFunctionArgs): Promise<unknown> => {
    const { pathname, search } = new URL(args.request.url);
    asked.push(pathname + search);
    return answer(args);
  };

const site = (): RouteObject[] => [
  {
    id: 'root',
    Component: Shell,
    loader: () => 'one',
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: Fault,
        children: [
          { index: true, Component: Page, loader: loader(() => 'home') },
          {
            path: '/shop',
            lazy: async () => ({ Component: Page, loader: loader(() => 'shop') }),
          },
          {
            path: '/slow',
            lazy: async () => ({ Component: Page, loader: loader(() => slow.promise) }),
          },
          {
            path: '/adrift',
            Component: Page,
            loader: () => {
              throw data(null, { status: 404 });
            },
          },
          { path: '/guarded', Component: Guard },
          { path: '/broken', lazy: () => Promise.reject(new Error('no module')) },
        ],
      },
    ],
  },
];

/** The page as the browser takes it over from the server. */
async function open(
  path: string,
  basename = '/',
  more: Pick<Parameters<typeof createPageRouter>[1], 'needsDocument' | 'reload'> = {},
) {
  history.replaceState(null, '', path);
  const handler = createStaticHandler(site(), { basename });
  const context = await handler.query(new Request(new URL(path, location.origin)));
  if (context instanceof Response) throw new Error('led elsewhere');
  const { loaderData, errors } = context;
  asked = [];
  router = createPageRouter(site(), {
    basename,
    hydration: { loaderData, errors },
    context: () => new RouterContextProvider(),
    ...more,
  });
  await act(async () => render(<RouterProvider router={router} />));
}

const press = (text: string) => act(async () => fireEvent.click(screen.getByText(text)));
const heading = () => screen.getByRole('heading').textContent;
const shell = () => screen.getByText(/^at/).textContent;
const goBack = () =>
  act(async () => {
    const moved = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await moved;
  });

test('the first page shows what the server’s loaders answered, and asks nothing again', async () => {
  await open('/');
  expect([heading(), shell()]).toEqual(['home in one', 'at /, idle, by POP, with null, shell one']);
  expect(asked).toEqual([]);
});

test('a link brings the page’s module and its data, and the address with them', async () => {
  await open('/');
  await press('to /shop');
  expect([heading(), location.pathname, asked]).toEqual(['shop in one', '/shop', ['/shop']]);
  expect(shell()).toBe('at /shop, idle, by PUSH, with null, shell one');
  await goBack();
  expect([heading(), location.pathname]).toEqual(['home in one', '/']);
  expect(shell()).toContain('by POP');
});

test('until a page is here the one before stays, and says that another is coming', async () => {
  await open('/');
  await press('to /slow');
  expect([heading(), location.pathname]).toEqual(['home in one', '/']);
  expect(shell()).toContain('at /, loading');
  await act(async () => slow.resolve('slow'));
  expect([heading(), location.pathname]).toEqual(['slow in one', '/slow']);
  expect(shell()).toContain('at /slow, idle');
});

test('a customer who has gone elsewhere is not brought back by the slower page', async () => {
  await open('/');
  await press('to /slow');
  await press('to /shop');
  await act(async () => slow.resolve('slow'));
  expect([heading(), location.pathname]).toEqual(['shop in one', '/shop']);
});

test('a page whose data or module does not come shows the error page at its address', async () => {
  await open('/');
  await press('to /slow');
  await act(async () => slow.reject(new Error('no answer')));
  expect([heading(), location.pathname]).toEqual(['fault no answer', '/slow']);
  await press('to /broken');
  expect(heading()).toBe('fault no module');
  await press('to /adrift');
  expect(heading()).toBe('fault 404');
  await press('to /');
  expect([heading(), location.pathname]).toEqual(['home in one', '/']);
});

test('[M01] a page of another policy is asked of the server, and keeps what it is told', async () => {
  let reloads = 0;
  await open('/', '/', {
    needsDocument: (pathname) => pathname === '/shop',
    reload: () => (reloads += 1),
  });
  await press('instead');
  expect([location.pathname, history.state]).toMatchObject(['/shop', { usr: { step: 2 } }]);
  // The document stays as it is until the new one is here.
  expect([heading(), reloads, asked]).toEqual(['home in one', 1, []]);
  await press('to /slow');
  await act(async () => slow.resolve('slow'));
  await goBack();
  expect([location.pathname, reloads]).toEqual(['/shop', 2]);
});

test('a guard sends its visitor away once', async () => {
  await open('/');
  await act(() => router.navigate('/guarded'));
  expect([shell(), asked]).toEqual([expect.stringContaining('at /guarded, loading'), ['/slow']]);
  await act(async () => slow.resolve('slow'));
  expect(heading()).toBe('slow in one');
  expect(shell()).toContain('at /slow, idle, by REPLACE, with {"back":"/guarded"}');
});

test('an error of the server is shown again by the browser', async () => {
  await open('/adrift');
  expect(heading()).toBe('fault 404');
});

test('a place on the page is no new page; another query is, and the same address once more', async () => {
  await open('/');
  await press('to /shop');
  await press('to /shop#fees');
  expect([shell(), asked]).toEqual([expect.stringContaining('at /shop#fees'), ['/shop']]);
  await press('to /shop?zip=10001');
  await press('view all');
  expect(shell()).toContain('at /shop?view=all, idle');
  await press('to /shop');
  await press('to /shop');
  const before = history.length;
  await press('to /shop');
  expect(history.length).toBe(before);
  expect(asked).toEqual(['/shop', '/shop?zip=10001', '/shop?view=all', '/shop', '/shop', '/shop']);
});

test('an entry keeps what was said with it, over back, forward and a reload', async () => {
  await open('/');
  await press('to /shop');
  const entries = history.length;
  await press('instead');
  expect(history.length).toBe(entries);
  expect(shell()).toBe('at /shop, idle, by REPLACE, with {"step":2}, shell one');
  await press('to /');
  await act(async () => {
    const moved = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    fireEvent.click(screen.getByText('back'));
    await moved;
  });
  expect(shell()).toContain('by POP, with {"step":2}');
  cleanup();
  router.dispose();
  await act(async () => {
    router = createPageRouter([{ id: 'root', path: '*', Component: Shell, loader: () => '' }], {
      basename: '/',
      hydration: { loaderData: { root: 'two' } },
      context: () => new RouterContextProvider(),
    });
    render(<RouterProvider router={router} />);
  });
  expect(shell()).toContain('at /shop, idle, by POP, with {"step":2}, shell two');
});

test('under /es the links stay there', async () => {
  await open('/es', '/es');
  expect(screen.getByText('to /shop').getAttribute('href')).toBe('/es/shop');
  await press('to /shop');
  expect([heading(), location.pathname]).toEqual(['shop in one', '/es/shop']);
  await press('view all');
  expect(location.pathname + location.search).toBe('/es/shop?view=all');
  await press('to /');
  expect(location.pathname).toBe('/es');
});

test.each(['//evil.example/x', 'https://evil.example', 'javascript:alert(1)'])(
  'a navigation to %s stays on the site',
  async (to) => {
    await open('/');
    await expect(router.navigate(to)).rejects.toThrow('stays on the site');
    expect([heading(), location.pathname]).toEqual(['home in one', '/']);
  },
);
