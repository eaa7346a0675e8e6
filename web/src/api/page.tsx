import type { PublicBrand } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import { createContext, use } from 'react';

/** What every component may know of the page it stands in. */
export interface Page {
  readonly brand: PublicBrand;
  readonly language: Language;
  /** The drawing of the app's QR code: made by the server, read back from the page by the browser. */
  readonly appQr: string;
}

const PageContext = createContext<Page | undefined>(undefined);

export const PageProvider = PageContext.Provider;

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error('There is no PageProvider above this component');
  return page;
}
