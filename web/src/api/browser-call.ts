import type { Call } from '@portside/contract/call';
import { browserId } from './browser-name.ts';
import { createCall } from './call.ts';
import type { HttpHost } from './http.ts';
import { notify } from './notifications.ts';
import { session } from './session.ts';

/** The calls of a page, with this browser's session, name and key. */
export function browserCall(page: Pick<HttpHost, 'client' | 'language' | 'say'>): Call {
  const host: HttpHost = {
    ...page,
    base: '',
    token: session.token,
    browserId,
    prove: async (about) => (await import('./key-proof.ts')).proveKey(about),
    cookies: () => document.cookie,
    setCookie: (cookie) => (document.cookie = cookie),
  };
  return createCall(host, {
    failed: (message, shown) => notify({ error: true, message, stayOpen: !shown }),
    sessionOver: session.end,
  });
}
