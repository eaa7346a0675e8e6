import { createElement } from 'react';
import {
  createPath,
  type DataRouter,
  type HydrationState,
  IDLE_NAVIGATION,
  type Location,
  matchRoutes,
  NavigationType,
  resolvePath,
  type RouteObject,
  type RouterContextProvider,
  type To,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
} from 'react-router';

type State = DataRouter['state'];
type Match = State['matches'][number];
type Loaded = Pick<State, 'loaderData' | 'errors'>;

interface RouterOptions {
  /** Where the pages of this language begin (`/es`), else `/`. */
  readonly basename: string;
  /** What the server's loaders answered for the first page. */
  readonly hydration: HydrationState;
  readonly context: () => RouterContextProvider;
  /** A page that this document's policy has no room for: it is asked of the server. */
  readonly needsDocument?: ((pathname: string) => boolean) | undefined;
  /** For tests. */
  readonly reload?: () => void;
}

/**
 * The router of the browser (decision 0440): all that React Router's `RouterProvider`, links and
 * hooks ask of one on a site whose pages only read. There are no actions, fetchers, blockers,
 * redirects of loaders and revalidation by hand.
 *
 * The first page's modules must be here already: its routes have no `lazy` any more.
 */
export function createPageRouter(
  routes: RouteObject[],
  { basename, hydration, context, needsDocument, reload = reloadPage }: RouterOptions,
): DataRouter {
  const manifest: Record<string, RouteObject> = {};
  nameRoutes(routes, manifest);
  const match = (location: Partial<Location> | string) =>
    matchRoutes(routes, location, basename) as Match[] | null;
  const subscribers = new Set<Parameters<DataRouter['subscribe']>[0]>();
  let loading: AbortController | undefined;

  const location = entryLocation();
  const first: State = {
    historyAction: NavigationType.Pop,
    location,
    matches: match(location) ?? [],
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    revalidation: 'idle',
    restoreScrollPosition: false,
    preventScrollReset: false,
    loaderData: hydration.loaderData ?? {},
    actionData: null,
    errors: hydration.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  };
  let state = first;

  function update(changes: Partial<State>) {
    state = { ...state, ...changes };
    for (const subscriber of subscribers) notify(subscriber, changes.errors ?? null);
  }
  function notify(
    subscriber: Parameters<DataRouter['subscribe']>[0],
    newErrors: State['errors'] = null,
  ) {
    subscriber(state, {
      deletedFetchers: [],
      newErrors,
      flushSync: false,
    });
  }

  async function go(action: NavigationType, next: Location): Promise<void> {
    loading?.abort();
    const { signal } = (loading = new AbortController());
    const matches = match(next);
    // The server knows what is there.
    if (!matches) return window.location.assign(createPath(next));
    if (needsDocument?.(next.pathname)) {
      // The entry keeps what the page is told.
      if (action !== NavigationType.Pop) writeEntry(action, next);
      return reload();
    }
    if (differsInHashOnly(state.location, next)) return arrive(action, next, { matches });
    const needed = matches.filter((one, at) => mustLoad(state, one, at, next));
    const known = dataOf(matches, state.loaderData);
    if (needed.length === 0) {
      return arrive(action, next, { matches, loaderData: known, errors: null });
    }
    update({ navigation: { ...IDLE_NAVIGATION, state: 'loading', location: next } as never });
    const request = new Request(new URL(createPath(next), window.location.origin), { signal });
    const loaded = await loadAll(matches, needed, request, context());
    // Whoever went elsewhere is not brought back.
    if (signal.aborted) return;
    const loaderData = { ...known, ...loaded.loaderData };
    arrive(action, next, { matches, loaderData, errors: loaded.errors });
  }

  function arrive(action: NavigationType, next: Location, changes: Partial<State>) {
    if (action !== NavigationType.Pop) writeEntry(action, next);
    update({ ...changes, historyAction: action, location: next, navigation: IDLE_NAVIGATION });
  }

  async function navigate(
    to: To | number | null,
    options: { replace?: boolean; state?: unknown } = {},
  ): Promise<void> {
    if (typeof to === 'number') return history.go(to);
    const path = resolvePath(to ?? '', withoutBase(state.location.pathname, basename));
    const pathname = withBase(path.pathname, basename);
    const next = { ...path, pathname, state: options.state ?? null, key: newKey() };
    if ([to ?? '', next].some(leadsElsewhere)) throw new Error('A navigation stays on the site');
    await go(options.replace ? NavigationType.Replace : NavigationType.Push, next);
  }

  const onPopState = () => void go(NavigationType.Pop, entryLocation());
  addEventListener('popstate', onPopState);

  const router = {
    basename,
    routes,
    manifest,
    window,
    future: {},
    get state() {
      return state;
    },
    match,
    navigate,
    subscribe(subscriber: Parameters<DataRouter['subscribe']>[0]) {
      subscribers.add(subscriber);
      // React may have been slower than the first press.
      if (state !== first) notify(subscriber);
      return () => subscribers.delete(subscriber);
    },
    createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
    createURL: urlOf,
    encodeLocation(to: To) {
      const { pathname, search, hash } = urlOf(to);
      return { pathname, search, hash };
    },
    dispose() {
      loading?.abort();
      removeEventListener('popstate', onPopState);
      subscribers.clear();
    },
  };
  return router as unknown as DataRouter;
}

/** The ids that the server's `createStaticHandler` gives them, too. */
function nameRoutes(
  routes: RouteObject[],
  manifest: Record<string, RouteObject>,
  parents: readonly number[] = [],
) {
  for (const [at, route] of routes.entries()) {
    const path = [...parents, at];
    route.id ??= path.join('-');
    manifest[route.id] = route;
    makeElements(route);
    if (route.children) nameRoutes(route.children, manifest, path);
  }
}

/**
 * One and the same element at each rendering: React leaves a page alone while another is loaded, and
 * a guard sends its visitor away once.
 */
function makeElements(route: RouteObject) {
  const { Component, ErrorBoundary } = route;
  if (Component) Object.assign(route, { element: createElement(Component), Component: undefined });
  if (ErrorBoundary) route.errorElement = createElement(ErrorBoundary);
}

/** New routes are loaded; those that stay, when the address says something else or is asked again. */
function mustLoad(state: State, { route, pathname, params }: Match, at: number, next: Location) {
  const before = state.matches[at];
  if (route.lazy) return true;
  if (!route.loader) return false;
  if (before?.route.id !== route.id || !(route.id in state.loaderData)) return true;
  const currentUrl = urlOf(state.location);
  const nextUrl = urlOf(next);
  const defaultShouldRevalidate =
    currentUrl.search !== nextUrl.search ||
    currentUrl.pathname === nextUrl.pathname ||
    before.pathname !== pathname;
  return (
    route.shouldRevalidate?.({
      currentUrl,
      nextUrl,
      currentParams: before.params,
      nextParams: params,
      defaultShouldRevalidate,
    }) ?? defaultShouldRevalidate
  );
}

async function loadAll(
  matches: readonly Match[],
  needed: readonly Match[],
  request: Request,
  context: RouterContextProvider,
): Promise<Loaded> {
  const loaderData: Record<string, unknown> = {};
  const errors: Record<string, unknown> = {};
  const load = async ({ route, params }: Match) => {
    if (typeof route.lazy === 'function') {
      Object.assign(route, await route.lazy());
      makeElements(route);
      delete route.lazy;
    }
    if (typeof route.loader !== 'function') return;
    const url = new URL(request.url);
    const answer = await route.loader({ request, url, pattern: url.pathname, params, context });
    loaderData[route.id] = isDataWithStatus(answer) ? answer.data : answer;
  };
  const results = await Promise.allSettled(needed.map(load));
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const failed = matches.indexOf(needed[at] as Match);
    const parents = matches.slice(0, failed + 1);
    const boundary = parents.findLast(({ route }) => route.errorElement !== undefined);
    errors[(boundary ?? matches[0])?.route.id ?? ''] ??= errorOf(result.reason);
  }
  return { loaderData, errors: Object.keys(errors).length > 0 ? errors : null };
}

function errorOf(thrown: unknown): unknown {
  if (!isDataWithStatus(thrown)) return thrown;
  return new ErrorResponse(thrown.init?.status ?? 500, undefined, thrown.data);
}

/** What `data()` of React Router makes. */
function isDataWithStatus(value: unknown): value is { data: unknown; init?: ResponseInit } {
  return (value as { type?: unknown } | null)?.type === 'DataWithResponseInit';
}

const dataOf = (matches: readonly Match[], all: State['loaderData']) =>
  Object.fromEntries(
    matches.flatMap(({ route }) => (route.id in all ? [[route.id, all[route.id]]] : [])),
  );

/** The page is there already; a place on it is looked for. */
const differsInHashOnly = (one: Location, other: Location) =>
  one.pathname === other.pathname && one.search === other.search && other.hash !== '';

/** The history entries are written as React Router writes them. */
function entryLocation(): Location {
  const { pathname, search, hash } = window.location;
  const entry = history.state as { usr?: unknown; key?: string } | null;
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
}

function writeEntry(action: NavigationType, location: Location) {
  const entry = { usr: location.state, key: location.key };
  const href = createPath(location);
  if (action === NavigationType.Replace) return history.replaceState(entry, '', href);
  try {
    history.pushState(entry, '', href);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
    // Safari takes a hundred entries in half a minute, and then no more.
    window.location.assign(href);
  }
}

const reloadPage = () => window.location.reload();

const newKey = () => Math.random().toString(36).slice(2, 10);

function urlOf(to: To): URL {
  const href = typeof to === 'string' ? to : createPath(to);
  return new URL(href.replace(/ $/, '%20'), window.location.origin);
}

const leadsElsewhere = (to: To) => urlOf(to).origin !== window.location.origin;

const withBase = (pathname: string, base: string) =>
  base === '/' ? pathname : base + (pathname === '/' ? '' : pathname);

const withoutBase = (pathname: string, base: string) =>
  base === '/' ? pathname : pathname.slice(base.length) || '/';
