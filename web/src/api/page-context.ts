import type { Call } from '@portside/contract/call';
import type { PublicBrand } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import { createContext, type RouterContext, type RouterContextProvider } from 'react-router';

/** What a page is made from; the server hands in one for each request. */
export interface PageHost {
  readonly call: Call;
  readonly brand: PublicBrand;
  readonly language: Language;
  /** On the server: the site's address, for canonical links. */
  readonly site?: string;
  /** On the server: the brand's illustrations, one SVG of symbols. */
  readonly flags?: string;
  /** On the server: the brand's theme as CSS, its addresses whole. */
  readonly theme?: string;
}

const key = Symbol.for('portside.page');
const shared = globalThis as { [key]?: RouterContext<PageHost> };

/**
 * Where route loaders find their host. It is kept globally because two bundles of this module may
 * meet in one process, and a context is known by identity.
 */
export const pageContext = (shared[key] ??= createContext<PageHost>());

/** The host of a loader. */
export function hostOf(args: { context: Readonly<RouterContextProvider> }): PageHost {
  return args.context.get(pageContext);
}
