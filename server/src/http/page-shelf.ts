import type { App } from '../app.ts';
import { brandVersion } from '../brand-files.ts';
import type { Brand } from '../brands.ts';
import { keepPage, type KeptPage } from './kept-page.ts';
import type { RenderedPage } from './pages.ts';

const PAGE_KEPT_MS = 30_000;
const VERSION_KEPT_MS = 1000;
const PAGES_KEPT = 500;

/** A kept page, and until when it may be sent without a look at what it was made of. */
export interface Shelved {
  readonly page: KeptPage;
  readonly version: string;
  readonly until: number;
}

/** A page that can be kept, or, where it failed, one that is sent once. */
export type FoundPage = { kept: Shelved } | { rendered: RenderedPage };

/**
 * Keeps pages that are the same for everybody. However many people ask for a page at once, it is
 * made once; when its words have not changed, its compressed forms are used again.
 */
export function openPageShelf(app: App) {
  const shelf = new Map<string, Shelved>();
  const making = new Map<string, Promise<FoundPage>>();
  const versions = contentVersions(app);

  return {
    async find(
      brand: Brand,
      address: string,
      render: () => Promise<RenderedPage>,
    ): Promise<FoundPage> {
      const key = `${brand.id} ${address}`;
      const version = await versions.look(brand);
      const known = shelf.get(key);
      if (known?.version === version && known.until > app.clock.now().getTime()) {
        return { kept: known };
      }
      const under = making.get(key);
      if (under) return under;
      const made = make(key, version, render, known?.page);
      making.set(key, made);
      try {
        return await made;
      } finally {
        making.delete(key);
      }
    },
    /** May it be sent as it is, by what was looked at a moment ago? */
    isFresh: ({ version, until }: Shelved, brand: Brand) =>
      versions.known(brand) === version && until > app.clock.now().getTime(),
  };

  async function make(
    key: string,
    version: string,
    render: () => Promise<RenderedPage>,
    known: KeptPage | undefined,
  ): Promise<FoundPage> {
    const rendered = await render();
    if (rendered.status !== 200 || rendered.failures.length > 0) return { rendered };
    const page = await keepPage(rendered, app.adapters.chat.sources(), known);
    if (shelf.size >= PAGES_KEPT) shelf.clear();
    const kept = { page, version, until: app.clock.now().getTime() + PAGE_KEPT_MS };
    shelf.set(key, kept);
    return { kept };
  }
}

/** Changes with the brand's content, so that no page outlives the words it was made of. */
function contentVersions(app: App) {
  const looked = new Map<string, { version: string; until: number }>();
  function known(brand: Brand): string | undefined {
    const one = looked.get(brand.id);
    return one && one.until > app.clock.now().getTime() ? one.version : undefined;
  }
  async function look(brand: Brand): Promise<string> {
    const version = known(brand) ?? (await brandVersion(brand));
    if (known(brand) === undefined) {
      looked.set(brand.id, { version, until: app.clock.now().getTime() + VERSION_KEPT_MS });
    }
    return version;
  }
  return { known, look };
}
