import type { Call } from '@portside/contract/call';
import { createContext, use } from 'react';

const CallContext = createContext<Call | undefined>(undefined);

export const CallProvider = CallContext.Provider;

export function useCall(): Call {
  const call = use(CallContext);
  if (!call) throw new Error('There is no CallProvider above this component');
  return call;
}
