import { useLingui } from '@lingui/react';
import type { Call } from '@portside/contract/call';
import type { ChatIdentity } from '@portside/contract/chat';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { firstInteraction } from '../api/first-interaction.ts';
import { type Page, usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type ChatWidget, identityOf, useUnread } from './chat-widget.ts';

const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }));

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

  // From the beginning: who touches the page before it is known who it is has touched it.
  useEffect(() => void firstInteraction(), []);

  useEffect(() => {
    if (person === undefined) return;
    let over = false;
    let booted: ChatWidget | undefined;
    const boot = async () => {
      await firstInteraction();
      const service = await load(call, page);
      if (over) return;
      booted = service;
      service.boot(JSON.parse(person) as ChatIdentity);
    };
    boot().catch(() => undefined);
    return () => {
      over = true;
      booted?.shutdown();
    };
  }, [person, load, call, page]);

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
      {state !== 'unused' && (
        <Suspense fallback={<Spinner className="pointer-events-auto m-8" />}>
          <ChatPanel key={session.userInfo?.id} onClose={() => setState('closed')} open={isOpen} />
        </Suspense>
      )}
    </>
  );
}
