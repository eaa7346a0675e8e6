import { setTimeout } from 'node:timers/promises';
import type { App } from '../app.ts';
import { brandVersion } from '../brand-files.ts';
import type { Brand } from '../brands.ts';
import { DatabaseAway } from '../db/database.ts';
import { cachePage, type CachedPage } from './cached-page.ts';
import type { RenderedPage } from './pages.ts';

const PAGE_CACHED_MS = 30_000;
/** A page that could not be made anew, before that is tried again. */
const AWAY_CACHED_MS = 2000;
/** Nobody waits longer for a new page while there is an old one. */
const PATIENCE_MS = 1000;

const later = <T>(answer: T) => setTimeout(PATIENCE_MS, answer, { ref: false });
const VERSION_CACHED_MS = 1000;
/** From then on the files are looked at again while visitors are still answered by what was seen. */
const VERSION_OLD_MS = 500;
const PAGES_CACHED = 500;

/** A kept page, and until when it may be sent without a look at what it was made of. */
export interface CacheEntry {
  readonly page: CachedPage;
  readonly version: string;
  readonly until: number;
}

/** A page that can be kept, or, where it failed, one that is sent once. */
export type FoundPage = { cached: CacheEntry } | { rendered: RenderedPage };

/**
 * Keeps pages that are the same for everybody. However many people ask for a page at once, it is
 * made once; when its words have not changed, its compressed forms are used again.
 */
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
      const made = making.get(key) ?? begin(key, version, render, known?.page);
      return known ? Promise.race([made, later({ cached: known })]) : made;
    },
    /** May it be sent as it is, by what was looked at a moment ago? */
    isFresh({ version, until }: CacheEntry, brand: Brand): boolean {
      const now = app.clock.now().getTime();
      return until > now && versions.known(brand, now) === version;
    },
  };

  function begin(...what: Parameters<typeof make>): Promise<FoundPage> {
    const [key] = what;
    const made = make(...what).finally(() => making.delete(key));
    making.set(key, made);
    // Whoever had the old page does not hear of it.
    made.catch(() => undefined);
    return made;
  }

  async function make(
    key: string,
    version: string,
    render: () => Promise<RenderedPage>,
    known: CachedPage | undefined,
  ): Promise<FoundPage> {
    const rendered = await render();
    const old = cache.get(key);
    if (old && rendered.failures.some((error) => error instanceof DatabaseAway)) {
      app.log.warn({ page: key }, 'the database is away: a page is sent as it was');
      const again = { ...old, version, until: app.clock.now().getTime() + AWAY_CACHED_MS };
      cache.set(key, again);
      return { cached: again };
    }
    if (rendered.status !== 200 || rendered.failures.length > 0) return { rendered };
    const page = await cachePage(rendered, app.adapters.chat.sources(), known);
    if (cache.size >= PAGES_CACHED) cache.clear();
    const cached = { page, version, until: app.clock.now().getTime() + PAGE_CACHED_MS };
    cache.set(key, cached);
    return { cached };
  }
}

/** Changes with the brand's content, so that no page outlives the words it was made of. */
function contentVersions(app: App) {
  const looked = new Map<string, { version: string; at: number }>();
  const looking = new Map<string, Promise<string>>();

  /** @returns what was found lately, if it was looked at lately */
  function known(brand: Brand, now: number): string | undefined {
    const one = looked.get(brand.id);
    const age = one ? now - one.at : Infinity;
    if (age >= VERSION_CACHED_MS) return undefined;
    if (age >= VERSION_OLD_MS) look(brand).catch(() => undefined);
    return one?.version;
  }
  /** However many ask at once, the files are looked at once. */
  function look(brand: Brand): Promise<string> {
    const under = looking.get(brand.id);
    if (under) return under;
    const found = findVersion(brand).finally(() => looking.delete(brand.id));
    looking.set(brand.id, found);
    return found;
  }
  async function findVersion(brand: Brand): Promise<string> {
    const at = app.clock.now().getTime();
    const version = await brandVersion(brand);
    looked.set(brand.id, { version, at });
    return version;
  }
  return { known, look };
}
