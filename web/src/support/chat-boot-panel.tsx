import { useLingui } from '@lingui/react';
import type { Call } from '@portside/contract/call';
import type { ChatIdentity } from '@portside/contract/chat';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { firstInteraction } from '../api/first-interaction.ts';
import { notify } from '../api/notifications.ts';
import { type Page, usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { closeChat, leaveChat, openChat, useChatDoor } from '../api/chat-door.ts';
import { type ChatWidget, identityOf, startsByItself } from './chat-widget.ts';

type Panel = (props: { open: boolean; onClose: () => void }) => ReactNode;

type LoadChat = (call: Call, page: Page) => Promise<ChatWidget>;

const isBuiltIn = ({ brand }: Page) => brand.chat.kind === 'built-in';

const loadChat: LoadChat = async (call, page) =>
  isBuiltIn(page)
    ? (await import('./chat-conversation.ts')).chatOf(call, page)
    : (await import('./chat-outside.ts')).outsideChatOf(call, page);

const loadPanel = async (page: Page): Promise<Panel> =>
  isBuiltIn(page)
    ? (await import('./chat-panel.tsx')).ChatPanel
    : (await import('./chat-outside-panel.tsx')).ChatOutsidePanel;

/**
 * F08. Loads at the press of its button; boots at the first interaction, so that replies are
 * marked. A service's script waits longer (chat-widget.ts).
 */
export function ChatBoot({ load = loadChat }: { load?: LoadChat }) {
  const { i18n } = useLingui();
  const call = useCall();
  const page = usePage();
  const session = useSession();
  const { hash, key } = useLocation();
  const isOpen = useChatDoor() === 'open';
  // A string, because every session change is a new object.
  const person = JSON.stringify(identityOf(session));
  const [touched, setTouched] = useState(false);
  const [wanted, setWanted] = useState(false);

  /** Our own is set once the button was pressed; a service's holds its widget. */
  const [Panel, setPanel] = useState<Panel>();
  const isDue = isOpen || (wanted && person !== undefined && !isBuiltIn(page));

  useEffect(() => {
    if (!isDue || Panel) return;
    loadPanel(page).then(
      (panel) => setPanel(() => panel),
      () => {
        if (!isOpen) return;
        notify({
          error: true,
          message: i18n.t('The chat didn’t load. Please try again.'),
          stayOpen: true,
        });
        closeChat();
      },
    );
  }, [isDue, isOpen, Panel, page, i18n]);

  useEffect(() => {
    void firstInteraction().then(() => setTouched(true));
  }, []);

  useEffect(() => {
    if (isOpen) setWanted(true);
    if (!touched || person === undefined) return;
    if (isBuiltIn(page) || startsByItself(JSON.parse(person) as ChatIdentity)) setWanted(true);
  }, [isOpen, touched, page, person]);

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
