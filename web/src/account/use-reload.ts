import { viewUser } from '@portside/contract/account';
import { useRefresh } from '../api/use-send.ts';

/** After every change of the account: whoever shows it shows it as it is now. */
export function useReload(): () => void {
  const refresh = useRefresh();
  return () => void refresh([viewUser]);
}
