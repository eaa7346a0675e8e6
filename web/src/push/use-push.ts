import { allowPush, endPush, type PushKind, viewPush } from '@portside/contract/push';
import { useEffect, useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { useWork } from '../ui/use-work.ts';
import { markOf, readOwnPush, writeOwnPush } from './own-push.ts';
import { ownSubscription, pushAbility, subscribe } from './this-browser.ts';
import { PUSH_CHANGED } from './worker-push.ts';

/** The customer's browsers, and which of them is this one. */
export function usePush() {
  const answer = useAnswer(viewPush, {}, { staleTime: 0 });
  const [ability, setAbility] = useState(pushAbility);
  const [mark, setMark] = useState<string | null | undefined>();
  /** Notices were not allowed, or there is no push service. */
  const [failed, setFailed] = useState(false);
  const allow = useSend(allowPush, { refresh: [viewPush] });
  const end = useSend(endPush, { refresh: [viewPush] });
  const work = useWork();
  const browsers = answer.data?.browsers ?? [];

  useEffect(() => {
    const look = async () => {
      const subscription = await ownSubscription();
      setMark(subscription ? await markOf(subscription.endpoint) : null);
      setAbility(pushAbility());
    };
    void look();
    const again = (event: Event) => {
      if (!(event instanceof MessageEvent) || event.data === PUSH_CHANGED) void look();
    };
    // Whoever changed the permission in the browser's settings comes back to this page.
    addEventListener('focus', again);
    navigator.serviceWorker?.addEventListener('message', again);
    return () => {
      removeEventListener('focus', again);
      navigator.serviceWorker?.removeEventListener('message', again);
    };
  }, []);

  const own = browsers.find((one) => one.mark === mark);
  /** On as far as the server knows, but the browser has taken it away. */
  const lost = mark === null ? browsers.find((one) => one.mark === readOwnPush()?.mark) : undefined;

  const turnOn = (kinds: readonly PushKind[]) =>
    work.run(async (signal) => {
      setFailed(false);
      const keys = await subscribe(answer.data?.publicKey ?? '');
      setAbility(pushAbility());
      if (!keys) return setFailed(true);
      const faults = await allow({ ...keys, kinds: [...kinds] }, signal);
      if (faults) return undefined;
      const next = await markOf(keys.endpoint);
      writeOwnPush({ mark: next, kinds });
      return setMark(next);
    });

  const turnOff = (id: string) =>
    work.run(async (signal) => {
      await end({ id }, signal);
      if (id !== own?.id && id !== lost?.id) return;
      writeOwnPush(undefined);
      await (await ownSubscription())?.unsubscribe();
      setMark(null);
    });

  return {
    ...answer,
    ability,
    failed,
    isLooking: mark === undefined,
    own,
    lost,
    turnOn,
    turnOff,
    work,
  };
}
