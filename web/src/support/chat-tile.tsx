import { useLingui } from '@lingui/react';
import type { Call } from '@portside/contract/call';
import type { ChatIdentity } from '@portside/contract/chat';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { firstInteraction } from '../api/first-interaction.ts';
import { notify } from '../api/notifications.ts';
import { type Page, usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type ChatWidget, identityOf, useUnread } from './chat-widget.ts';

type Panel = typeof import('./chat-panel.tsx').ChatPanel;

type LoadChat = (call: Call, page: Page) => Promise<ChatWidget>;

const loadBuiltIn: LoadChat = async (call, page) =>
  (await import('./chat-conversation.ts')).chatOf(call, page);

/**
 * The button of the support chat, on every page (F08). What is behind it loads when it is pressed;
 * once somebody has touched the page it boots, so that a reply is marked.
 */
export function ChatTile({ load = loadBuiltIn }: { load?: LoadChat }) {
  const { i18n } = useLingui();
  const call = useCall();
  const page = usePage();
  const session = useSession();
  const { hash, key } = useLocation();
  const unread = useUnread();
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  // As text: a session is a new value whenever anything of it changes.
  const person = JSON.stringify(identityOf(session));
  const isOpen = state === 'open';
  /** Somebody has touched the page, or came to talk to us. */
  const [wanted, setWanted] = useState(false);

  /** What is behind the button, once it has been pressed. */
  const [Panel, setPanel] = useState<Panel>();

  useEffect(() => {
    if (!isOpen || Panel) return;
    import('./chat-panel.tsx').then(
      ({ ChatPanel }) => setPanel(() => ChatPanel),
      () => {
        notify({
          error: true,
          message: i18n.t('The chat did not load. Please try again.'),
          stayOpen: true,
        });
        setState('closed');
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
    if (hash === '#chat') setState('open');
  }, [hash, key]);

  useEffect(() => {
    if (state === 'closed') button.current?.focus();
  }, [state]);

  if (session.userInfo?.agent) return null;
  const news = i18n.t('{count, plural, one {# new message} other {# new messages}}', {
    count: unread,
  });
  return (
    <>
      <button
        aria-expanded={isOpen}
        className="pointer-events-auto relative m-4 flex h-14 min-w-14 shrink-0 items-center justify-center gap-2.5 rounded-control bg-action font-strong text-on-action shadow-float motion hover:bg-action-hover xs:m-6 xs:px-5 forced-colors:border"
        hidden={isOpen}
        onClick={() => setState('open')}
        ref={button}
        type="button"
      >
        <Icon name="chat" />
        <span className="max-xs:sr-only">{i18n.t('Chat')}</span>
        {unread > 0 && <span className="sr-only">{news}</span>}
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -end-2 -top-2 grid h-7 min-w-7 place-items-center rounded-full border-2 border-ground bg-mark px-1 text-fine leading-none text-on-mark tabular-nums"
          >
            {unread}
          </span>
        )}
      </button>
      <span aria-live="polite" className="sr-only">
        {unread > 0 && !isOpen && news}
      </span>
      {Panel ? (
        <Panel onClose={() => setState('closed')} open={isOpen} />
      ) : (
        isOpen && <Spinner className="pointer-events-auto m-8" />
      )}
    </>
  );
}
