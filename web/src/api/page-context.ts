import type { Call } from '@portside/contract/call';
import type { PublicBrand } from '@portside/contract/brand';
import type { ShownNotice } from '@portside/contract/notices';
import type { Language } from '@portside/contract/language';
import { createContext, type RouterContext, type RouterContextProvider } from 'react-router';

/** On the server, one for each request. */
export interface PageHost {
  readonly call: Call;
  readonly brand: PublicBrand;
  readonly language: Language;
  /** Origin for canonical links (server only). */
  readonly site?: string;
  /** SVG symbols (server only). */
  readonly flags?: string;
  /** CSS with absolute addresses (server only). */
  readonly theme?: string;
  /** For home screens that read no manifest (server only). */
  readonly touchIcon?: string | undefined;
  /** What staff say to all (server only). */
  readonly notices?: readonly ShownNotice[];
}

const key = Symbol.for('portside.page');
const shared = globalThis as { [key]?: RouterContext<PageHost> };

/** Global, because two bundles of this module may run in one process. */
export const pageContext = (shared[key] ??= createContext<PageHost>());

export function hostOf(args: { context: Readonly<RouterContextProvider> }): PageHost {
  return args.context.get(pageContext);
}
