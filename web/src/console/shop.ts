import type { Client } from '@portside/contract/brand';
import { createContext, use } from 'react';

/** What the server wrote into the page. */
export interface Shop {
  readonly product: string;
  readonly client: Client;
  readonly timeZone: string;
  /** The demo brand of a trial: its staff are named at the login. */
  readonly isTrial: boolean;
}

export const readShop = (): Shop =>
  JSON.parse(document.documentElement.dataset.console ?? '') as Shop;

const ShopContext = createContext<Shop | undefined>(undefined);
export const ShopProvider = ShopContext.Provider;

export function useShop(): Shop {
  const shop = use(ShopContext);
  if (!shop) throw new Error('There is no ShopProvider above this component');
  return shop;
}
