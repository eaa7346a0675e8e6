import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useEffect, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { Icon } from '../ui/icon.tsx';
import { chatOpener, openChat, useChatDoor } from '../api/chat-door.ts';
import { useUnread } from './chat-widget.ts';

/**
 * F08: a line at the page's end, so that it covers nothing. From 80rem on it floats in the page's
 * margin (ui.css).
 */
export function ChatTile() {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const { userInfo } = useSession();
  const unread = useUnread();
  const door = useChatDoor();
  const isOpen = door === 'open';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (door !== 'closed') return;
    button.current?.focus({ preventScroll: true });
    chatOpener()?.focus({ preventScroll: true });
  }, [door]);

  if (userInfo?.agent) return null;
  const news = newMessages(i18n, unread);
  return (
    <section
      aria-label={i18n.t('Chat')}
      className="mt-24 -mb-24 bg-deep text-on-deep min-[80rem]:contents print:hidden"
    >
      <div className="page min-[80rem]:contents">
        <div className="flex min-h-24 items-center justify-between gap-5 border-b border-deep-line min-[80rem]:contents">
          <p className="min-w-0 min-[80rem]:hidden">
            <span className="font-strong">{i18n.t('Questions?')}</span>{' '}
            <span className="inline-block text-fine text-on-deep-soft">{brand.support.hours}</span>
          </p>
          <button
            aria-expanded={isOpen}
            className="relative flex min-h-12 min-w-14 shrink-0 items-center justify-center gap-2.5 rounded-control border-(length:--stroke) border-on-deep-soft px-5 font-strong motion hover:bg-deep-line min-[80rem]:fixed min-[80rem]:end-3 min-[80rem]:bottom-3 min-[80rem]:z-30 min-[80rem]:min-h-14 min-[80rem]:border-transparent min-[80rem]:bg-action min-[80rem]:px-0 min-[80rem]:text-on-action min-[80rem]:shadow-float min-[80rem]:hover:bg-action-hover min-[80rem]:[[data-cookies-asked]_&]:bottom-32 min-[80rem]:[html:not([data-awake])_&]:invisible min-[90rem]:end-5 min-[90rem]:bottom-5 min-[90rem]:px-4 forced-colors:border"
            data-chat-button
            hidden={isOpen}
            onClick={(event) => openChat(event.currentTarget)}
            ref={button}
            type="button"
          >
            <Icon name="chat" />
            <span className="min-[80rem]:max-[89.99rem]:sr-only">{i18n.t('Chat')}</span>
            {unread > 0 && <span className="sr-only">{news}</span>}
            {unread > 0 && <Count className="-end-2 -top-2 border-ground" unread={unread} />}
          </button>
        </div>
      </div>
      <span aria-live="polite" className="sr-only">
        {unread > 0 && !isOpen && news}
      </span>
    </section>
  );
}

/** In the header while a reply waits. */
export function ChatNewsTile() {
  const { i18n } = useLingui();
  const unread = useUnread();
  const isOpen = useChatDoor() === 'open';
  if (unread === 0 || isOpen) return null;
  return (
    <button
      className="relative flex size-11 shrink-0 items-center justify-center rounded-control motion hover:text-action min-[80rem]:hidden"
      onClick={() => openChat()}
      type="button"
    >
      <Icon name="chat" />
      <span className="sr-only">{newMessages(i18n, unread)}</span>
      <Count className="end-0 top-0 border-ground" unread={unread} />
    </button>
  );
}

function Count({ unread, className }: { unread: number; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute grid h-6 min-w-6 place-items-center rounded-full border-2 bg-mark px-1 text-fine leading-none text-on-mark tabular-nums ${className}`}
    >
      {unread}
    </span>
  );
}

const newMessages = (i18n: I18n, count: number) =>
  i18n.t('{count, plural, one {# new message} other {# new messages}}', { count });
