import { allowPush, endPush, viewPush } from '@portside/contract/push';
import { useEffect } from 'react';
import { useCall } from '../api/use-call.tsx';
import { endPushHere, isOfAnother, markOf, readOwnPush, writeOwnPush } from './own-push.ts';
import { keysOf, ownSubscription } from './this-browser.ts';
import { PUSH_CHANGED } from './worker-push.ts';

/**
 * A browser may get another address from its push service: the next page of the account tells it.
 * What somebody else has turned on here ends, and what was turned off from elsewhere stays off.
 */
export function useKeepPush(isOn: boolean): void {
  const call = useCall();
  useEffect(() => {
    if (!isOn) return undefined;
    if (isOfAnother()) endPushHere();
    const look = async () => {
      const before = readOwnPush();
      const subscription = before && (await ownSubscription());
      const keys = subscription && keysOf(subscription);
      if (!before || !keys) return;
      const mark = await markOf(keys.endpoint);
      if (mark === before.mark) return;
      const { browsers } = await call(viewPush, {}, { quiet: true });
      // Another tab was faster, or somebody logged out.
      if (readOwnPush()?.mark !== before.mark) return;
      const old = browsers.find((one) => one.mark === before.mark);
      if (!old) return endPushHere();
      await call(allowPush, { ...keys, kinds: [...before.kinds] }, { quiet: true });
      // First, so that the other tab does not take the end for one from elsewhere.
      writeOwnPush({ ...before, mark });
      await call(endPush, { id: old.id }, { quiet: true });
    };
    // The next page tries again.
    const tried = () => void look().catch(() => undefined);
    const again = ({ data }: MessageEvent) => {
      if (data === PUSH_CHANGED) tried();
    };
    tried();
    navigator.serviceWorker?.addEventListener('message', again);
    return () => navigator.serviceWorker?.removeEventListener('message', again);
  }, [call, isOn]);
}
