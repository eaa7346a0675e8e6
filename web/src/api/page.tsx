import type { CarrierCapability } from '@portside/contract/carrier-can';
import type { PublicBrand } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import { createContext, use } from 'react';

export interface Page {
  readonly brand: PublicBrand;
  readonly language: Language;
  /** Made by the server, read from the page by the browser. */
  readonly appQr: string;
  /** Where this document's policy has no room for payments: asks the server for the page it is at. */
  readonly askToPay?: (() => void) | undefined;
}

const PageContext = createContext<Page | undefined>(undefined);

export const PageProvider = PageContext.Provider;

/** What the brand's carrier offers. */
export const useCan = (): ReadonlySet<CarrierCapability> => new Set(usePage().brand.can);

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error('There is no PageProvider above this component');
  return page;
}
