import type { PublicChat } from '@portside/contract/chat';
import type { ServiceHost, ServiceScript } from './chat-script.ts';

interface Chatwoot {
  setUser(id: string, user: { name: string; email: string; identifier_hash: string }): void;
  reset(): void;
  toggle(state: 'open' | 'close'): void;
}
type ChatwootWindow = Window & {
  chatwootSettings?: object;
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void };
  $chatwoot?: Chatwoot;
};

/** Chatwoot's message types: a person of support wrote it. */
const FROM_SUPPORT = 1;

/** Loads the SDK and calls it as Chatwoot's documentation says. */
export async function openChatwoot(
  host: ServiceHost,
  { scriptUrl, url, websiteToken }: Extract<PublicChat, { kind: 'chatwoot' }>,
): Promise<ServiceScript> {
  const frame: ChatwootWindow = host.window;
  let isShown = false;
  let unread = 0;
  frame.chatwootSettings = {
    // Our own button opens it.
    hideMessageBubble: true,
    showUnreadMessagesDialog: false,
    locale: host.language,
    darkMode: 'auto',
  };
  frame.addEventListener('chatwoot:closed', () => {
    isShown = false;
    host.closed();
  });
  frame.addEventListener('chatwoot:on-message', (event) => {
    const { message_type: type } = (event as CustomEvent<{ message_type?: number }>).detail ?? {};
    if (isShown || type !== FROM_SUPPORT) return;
    unread += 1;
    host.unread(unread);
  });
  await host.load(scriptUrl);
  const ready = readiness(frame);
  frame.chatwootSDK?.run({ websiteToken, baseUrl: url });
  await ready;
  const chatwoot = () => {
    if (!frame.$chatwoot) throw new Error('Chatwoot’s script has not begun');
    return frame.$chatwoot;
  };

  return {
    boot(identity) {
      if (identity.kind === 'anonymous') return;
      const { id, firstName, email, userHash } = identity;
      chatwoot().setUser(id, { name: firstName, email, identifier_hash: userHash });
    },
    async shutdown(was) {
      unread = 0;
      // A visitor's conversation goes over to whom the visitor logs in as.
      if (was?.kind === 'anonymous') return;
      const again = readiness(frame);
      chatwoot().reset();
      // Until its frame is back, it would lose what it is told.
      await again;
    },
    show() {
      isShown = true;
      unread = 0;
      chatwoot().toggle('open');
    },
    hide() {
      if (!isShown) return;
      isShown = false;
      chatwoot().toggle('close');
    },
  };
}

const readiness = (frame: Window) =>
  new Promise<void>((resolve) => {
    frame.addEventListener('chatwoot:ready', () => resolve(), { once: true });
  });
