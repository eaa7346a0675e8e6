import { setTimeout } from 'node:timers/promises';
import type { App } from '../app.ts';
import { brandVersion } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { noticesVersion } from '../brands/notices-now.ts';
import { DatabaseAway } from '../db/database.ts';
import { pageSources } from './page-sources.ts';
import { cachePage, type CachedPage } from './cached-page.ts';
import type { RenderedPage } from './pages.ts';

const PAGE_CACHED_MS = 30_000;
const AWAY_CACHED_MS = 2000;
const GUESS_CACHED_MS = 2000;
/** Longest wait for a new page while there is an old one. */
const PATIENCE_MS = 1000;

const later = <T>(answer: T) => setTimeout(PATIENCE_MS, answer, { ref: false });
const VERSION_CACHED_MS = 1000;
/** Then files are checked again, without delaying visitors. */
const VERSION_OLD_MS = 500;
const PAGES_CACHED = 500;

export interface CacheEntry {
  readonly page: CachedPage;
  readonly status: 200 | 404;
  readonly version: string;
  readonly until: number;
}

/** A failed page is sent once, never cached. */
export type FoundPage = { cached: CacheEntry } | { rendered: RenderedPage };

/** Renders a page once, however many ask. Unchanged text reuses its compressed forms. */
export function openPageCache(app: App) {
  const cache = new Map<string, CacheEntry>();
  const making = new Map<string, Promise<FoundPage>>();
  const versions = contentVersions(app);

  return {
    async find(
      brand: Brand,
      address: string,
      render: () => Promise<RenderedPage>,
    ): Promise<FoundPage> {
      const key = `${brand.id} ${address}`;
      const now = app.clock.now().getTime();
      const version = versions.known(brand, now) ?? (await versions.look(brand));
      const known = cache.get(key);
      if (known?.version === version && known.until > now) {
        return { cached: known };
      }
      const made = making.get(key) ?? begin(brand, key, version, render, known?.page);
      return known ? Promise.race([made, later({ cached: known })]) : made;
    },
    isFresh({ version, until }: CacheEntry, brand: Brand): boolean {
      const now = app.clock.now().getTime();
      return until > now && versions.known(brand, now) === version;
    },
  };

  function begin(...what: Parameters<typeof make>): Promise<FoundPage> {
    const [, key] = what;
    const made = make(...what).finally(() => making.delete(key));
    making.set(key, made);
    made.catch(() => undefined);
    return made;
  }

  async function make(
    brand: Brand,
    key: string,
    version: string,
    render: () => Promise<RenderedPage>,
    known: CachedPage | undefined,
  ): Promise<FoundPage> {
    const { content } = app.adapters.of(brand.client.mvnoId);
    const isGuess = (await content.isGuess?.(brand.id)) ?? false;
    const rendered = await render();
    const old = cache.get(key);
    if (old && rendered.failures.some((error) => error instanceof DatabaseAway)) {
      app.log.warn({ page: key }, 'the database is away: a page is sent as it was');
      const again = { ...old, version, until: app.clock.now().getTime() + AWAY_CACHED_MS };
      cache.set(key, again);
      return { cached: again };
    }
    const status = ([200, 404] as const).find((one) => one === rendered.status);
    if (!status || rendered.failures.length > 0) return { rendered };
    const { pathname } = new URL(key.slice(key.indexOf(' ') + 1));
    const page = await cachePage(
      { ...rendered, isGuess },
      pageSources(app, brand, pathname),
      known,
    );
    if (cache.size >= PAGES_CACHED) cache.clear();
    const lasts = isGuess ? GUESS_CACHED_MS : PAGE_CACHED_MS;
    const cached = { page, status, version, until: app.clock.now().getTime() + lasts };
    cache.set(key, cached);
    return { cached };
  }
}

function contentVersions(app: App) {
  const looked = new Map<string, { version: string; at: number }>();
  const looking = new Map<string, Promise<string>>();

  function known(brand: Brand, now: number): string | undefined {
    const one = looked.get(brand.id);
    const age = one ? now - one.at : Infinity;
    if (age >= VERSION_CACHED_MS) return undefined;
    if (age >= VERSION_OLD_MS) look(brand).catch(() => undefined);
    return one?.version;
  }
  function look(brand: Brand): Promise<string> {
    const under = looking.get(brand.id);
    if (under) return under;
    const found = findVersion(brand).finally(() => looking.delete(brand.id));
    looking.set(brand.id, found);
    return found;
  }
  async function findVersion(brand: Brand): Promise<string> {
    const at = app.clock.now().getTime();
    const files = await brandVersion(brand);
    const version = `${files} ${noticesVersion(brand, app.clock.now())}`;
    looked.set(brand.id, { version, at });
    return version;
  }
  return { known, look };
}
