import { type Call, CallFailed } from '@portside/contract/call';
import { notify } from './notifications.ts';
import { isOffline } from './online.ts';

/**
 * Pages render without a call, so its modules load with the first one. If they do not, it is a lost
 * network, and the next call loads them again.
 */
export function lazyCall(load: () => Promise<Call>, say: (sentence: string) => string): Call {
  let made: Promise<Call> | undefined;
  return async (endpoint, input, options) => {
    made ??= load();
    const loading = made;
    const call = await loading.catch(() => {
      if (made === loading) made = undefined;
      const message = say(/*i18n*/ 'Network Error');
      if (!options?.quiet && !isOffline()) {
        notify({ error: true, message, stayOpen: options?.shown !== 'all' });
      }
      throw new CallFailed({ code: 'unexpected', message, requestId: '' }, 0, 'network');
    });
    return call(endpoint, input, options);
  };
}
