import type { ChatIdentity, PublicChat } from '@portside/contract/chat';
import type { ServiceHost, ServiceScript } from './chat-script.ts';

type Command = (...args: unknown[]) => void;
type IntercomWindow = Window & { Intercom?: Command };

/** A token lasts an hour. */
const TOKEN_KEPT_MS = 45 * 60_000;

/** Loads the widget and calls it as Intercom's JavaScript API says. */
export async function openIntercom(
  host: ServiceHost,
  { scriptUrl, appId, proof }: Extract<PublicChat, { kind: 'intercom' }>,
): Promise<ServiceScript> {
  const frame: IntercomWindow = host.window;
  frame.Intercom = queued();
  // The script replaces the queue when it is ready.
  const intercom: Command = (...args) => frame.Intercom?.(...args);
  await host.load(scriptUrl);
  let tokenFrom = 0;
  let isUser = false;

  async function prove({ id, firstName, email, userHash }: User): Promise<object> {
    if (proof === 'hash') return { user_id: id, name: firstName, email, user_hash: userHash };
    const token = await host.token();
    tokenFrom = Date.now();
    return { intercom_user_jwt: token };
  }

  return {
    async boot(identity) {
      isUser = identity.kind === 'user';
      intercom('boot', {
        app_id: appId,
        // Our own button opens it.
        hide_default_launcher: true,
        ...(host.language !== 'en' && { language_override: host.language }),
        ...(identity.kind === 'user' && (await prove(identity))),
      });
      intercom('onHide', () => host.closed());
      intercom('onUnreadCountChange', (count: unknown) => host.unread(Number(count)));
    },
    shutdown() {
      isUser = false;
      intercom('shutdown');
    },
    show() {
      intercom('show');
      if (!isUser || proof === 'hash' || Date.now() - tokenFrom < TOKEN_KEPT_MS) return;
      tokenFrom = Date.now();
      host.token().then(
        (token) => isUser && intercom('update', { intercom_user_jwt: token }),
        () => (tokenFrom = 0),
      );
    },
    hide: () => intercom('hide'),
  };
}

type User = Extract<ChatIdentity, { kind: 'user' }>;

/** Calls before the script is there, in the form it looks for. */
function queued(): Command {
  const q: unknown[] = [];
  const c = (args: unknown) => void q.push(args);
  return Object.assign((...args: unknown[]) => c(args), { q, c });
}
