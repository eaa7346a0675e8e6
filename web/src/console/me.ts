import type { viewMe } from '@portside/contract/console/staff';
import type { OutputOf } from '@portside/contract/endpoint';
import { createContext, use } from 'react';

const MeContext = createContext<OutputOf<typeof viewMe> | undefined>(undefined);
export const MeProvider = MeContext.Provider;

export function useMe(): OutputOf<typeof viewMe> {
  const me = use(MeContext);
  if (!me) throw new Error('There is no MeProvider above this component');
  return me;
}
