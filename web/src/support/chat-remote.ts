import type { Language } from '@portside/contract/language';
import { fromFrame, type ToFrame } from './chat-messages.ts';
import type { ServiceHost, ServiceScript } from './chat-script.ts';

export interface RemoteService {
  readonly service: Promise<ServiceScript>;
  /** Listens no longer. */
  leave(): void;
}

interface RemoteHost extends Pick<ServiceHost, 'token' | 'closed' | 'unread'> {
  readonly language: Language;
  /** After it was ready. */
  failed(): void;
}

/** The page's half of a chat frame on a host of its own (docs/decisions/0795). */
export function openRemote(
  frame: HTMLIFrameElement,
  address: string,
  host: RemoteHost,
): RemoteService {
  const { origin } = new URL(address);
  let resolve: (service: ServiceScript) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const service = new Promise<ServiceScript>((...both) => ([resolve, reject] = both));
  let isAsking = false;
  const tell = (message: ToFrame) => frame.contentWindow?.postMessage(message, origin);
  const answer = async () => {
    const token = await host.token().catch(() => null);
    isAsking = false;
    tell({ say: 'token', token });
  };
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const message = fromFrame(event.data);
    switch (message?.say) {
      case 'ready':
        return resolve({
          boot: (identity) => tell({ say: 'boot', identity }),
          shutdown: () => tell({ say: 'shutdown' }),
          show: () => tell({ say: 'show' }),
          hide: () => tell({ say: 'hide' }),
        });
      case 'failed':
        reject(new Error('The chat service was not loaded'));
        return host.failed();
      case 'closed':
        return host.closed();
      case 'unread':
        return host.unread(message.count);
      case 'needs-token':
        if (isAsking) return;
        isAsking = true;
        void answer();
    }
  };
  window.addEventListener('message', hear);
  tell({ say: 'load', language: host.language });
  return { service, leave: () => window.removeEventListener('message', hear) };
}
