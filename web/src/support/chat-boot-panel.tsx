import { useLingui } from '@lingui/react';
import type { Call } from '@portside/contract/call';
import type { ChatIdentity } from '@portside/contract/chat';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { firstInteraction } from '../api/first-interaction.ts';
import { notify } from '../api/notifications.ts';
import { type Page, usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { closeChat, leaveChat, openChat, useChatDoor } from '../api/chat-door.ts';
import { type ChatWidget, identityOf } from './chat-widget.ts';

type Panel = typeof import('./chat-panel.tsx').ChatPanel;

type LoadChat = (call: Call, page: Page) => Promise<ChatWidget>;

const loadBuiltIn: LoadChat = async (call, page) =>
  (await import('./chat-conversation.ts')).chatOf(call, page);

/**
 * F08. Loads at the press of its button; boots at the first interaction, so that replies are
 * marked.
 */
export function ChatBoot({ load = loadBuiltIn }: { load?: LoadChat }) {
  const { i18n } = useLingui();
  const call = useCall();
  const page = usePage();
  const session = useSession();
  const { hash, key } = useLocation();
  const isOpen = useChatDoor() === 'open';
  // A string, because every session change is a new object.
  const person = JSON.stringify(identityOf(session));
  const [wanted, setWanted] = useState(false);

  /** Set once the button was pressed. */
  const [Panel, setPanel] = useState<Panel>();

  useEffect(() => {
    if (!isOpen || Panel) return;
    import('./chat-panel.tsx').then(
      ({ ChatPanel }) => setPanel(() => ChatPanel),
      () => {
        notify({
          error: true,
          message: i18n.t('The chat didn’t load. Please try again.'),
          stayOpen: true,
        });
        closeChat();
      },
    );
  }, [isOpen, Panel, i18n]);

  useEffect(() => {
    if (isOpen) setWanted(true);
    else void firstInteraction().then(() => setWanted(true));
  }, [isOpen]);

  useEffect(() => {
    if (!wanted || person === undefined) return;
    let over = false;
    let booted: ChatWidget | undefined;
    const boot = async () => {
      const widget = await load(call, page);
      if (over) return;
      booted = widget;
      widget.boot(JSON.parse(person) as ChatIdentity);
    };
    boot().catch(() => undefined);
    return () => {
      over = true;
      booted?.shutdown();
    };
  }, [wanted, person, load, call, page]);

  useEffect(() => {
    if (hash === '#chat') openChat();
  }, [hash, key]);

  useEffect(() => leaveChat, []);

  if (session.userInfo?.agent) return null;
  if (Panel) return <Panel onClose={closeChat} open={isOpen} />;
  return isOpen && <Spinner className="pointer-events-auto m-8" />;
}
