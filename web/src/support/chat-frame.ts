import type { ChatFrameSettings, ChatIdentity, PublicChat } from '@portside/contract/chat';
import type { Language } from '@portside/contract/language';
import type { FromFrame, ToFrame } from './chat-messages.ts';
import { loaderIn, type ServiceHost, type ServiceScript } from './chat-script.ts';
import { openChatwoot } from './chatwoot-script.ts';
import { openIntercom } from './intercom-script.ts';

/** The frame's half (docs/decisions/0795): does what the brand's own page around it says. */
export function runChatFrame(frame: Window): void {
  const { chat, origins } = JSON.parse(
    frame.document.documentElement.dataset.chat ?? '',
  ) as ChatFrameSettings;
  let page: string | undefined;
  let service: ServiceScript | undefined;
  let booted: ChatIdentity | undefined;
  let isShown = false;
  let waiting: ((token: string | null) => void)[] = [];
  /** One after the other: a shutdown must not overtake its boot. */
  let steps = Promise.resolve();

  const tell = (message: FromFrame) => {
    if (page !== undefined) frame.parent.postMessage(message, page);
  };
  const step = (take: (service: ServiceScript) => Promise<void> | void) => {
    steps = steps
      .then(() => (service ? take(service) : undefined))
      .catch(() => tell({ say: 'failed' }));
  };

  const hostIn = (language: Language): ServiceHost => ({
    window: frame,
    language,
    load: loaderIn(frame),
    token: () =>
      new Promise((resolve, reject) => {
        waiting.push((token) =>
          token === null ? reject(new Error('This chat takes no token')) : resolve(token),
        );
        // One answer is for all that wait.
        if (waiting.length === 1) tell({ say: 'needs-token' });
      }),
    closed: () => {
      // It also follows what the page has hidden.
      if (isShown) tell({ say: 'closed' });
      isShown = false;
    },
    unread: (count) => tell({ say: 'unread', count }),
  });

  async function open(host: ServiceHost): Promise<void> {
    service = await openService(host, chat);
    tell({ say: 'ready' });
  }

  function obey(message: ToFrame): void {
    switch (message.say) {
      case 'load':
        steps = open(hostIn(message.language)).catch(() => tell({ say: 'failed' }));
        return;
      case 'boot': {
        const { identity } = message;
        return step((one) => {
          booted = identity;
          return one.boot(identity);
        });
      }
      case 'shutdown':
        return step(async (one) => {
          const was = booted;
          booted = undefined;
          await one.shutdown(was);
          // Whatever was counted until now was the former person's.
          tell({ say: 'unread', count: 0 });
        });
      case 'show':
        return step((one) => {
          isShown = true;
          one.show();
        });
      case 'hide':
        return step((one) => {
          isShown = false;
          one.hide();
        });
      case 'token': {
        const those = waiting;
        waiting = [];
        for (const answer of those) answer(message.token);
      }
    }
  }

  frame.addEventListener('message', ({ data, origin, source }: MessageEvent<ToFrame | null>) => {
    if (source !== frame.parent || !origins.includes(origin) || !data) return;
    const isFirst = page === undefined;
    if (isFirst !== (data.say === 'load')) return;
    page = origin;
    obey(data);
  });
}

async function openService(host: ServiceHost, chat: PublicChat): Promise<ServiceScript> {
  switch (chat.kind) {
    case 'intercom':
      return openIntercom(host, chat);
    case 'chatwoot':
      return openChatwoot(host, chat);
    case 'built-in':
      throw new Error('Our own chat has no script');
  }
}
