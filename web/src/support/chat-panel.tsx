import { useLingui } from '@lingui/react';
import { useEffect, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { IconButton } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ChatForm } from './chat-form.tsx';
import { ChatList } from './chat-list.tsx';
import { useChat } from './use-chat.ts';

interface ChatPanelProps {
  open: boolean;
  onClose: () => void;
}

/** Beside the page, or over all of it on phones. Hidden instead of unmounted, to keep the draft. */
export function ChatPanel({ open, onClose }: ChatPanelProps) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const { chat, conversation, failed, identity } = useChat();
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    if (open) void chat.open();
  }, [open, chat, identity]);

  useEffect(() => {
    if (!open) return;
    // An on-screen keyboard would cover the messages.
    const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches;
    const first = isTouch ? undefined : panel.current?.querySelector('textarea');
    (first ?? panel.current?.querySelector('h2'))?.focus();
    return coverPage();
  }, [open]);

  const unread = conversation?.unread ?? 0;
  useEffect(() => {
    if (!open || unread === 0) return;
    const look = () => document.visibilityState === 'visible' && chat.seen();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [open, unread, chat]);

  return (
    <section
      aria-labelledby="chat-title"
      className="pointer-events-auto flex min-h-0 flex-col overflow-y-auto bg-surface text-ink max-[599px]:fixed max-[599px]:inset-0 max-[599px]:z-10 min-[600px]:m-6 min-[600px]:w-[25rem] min-[600px]:shrink min-[600px]:basis-[40rem] min-[600px]:animate-arrive min-[600px]:rounded-panel min-[600px]:shadow-float forced-colors:border"
      data-chat-panel
      hidden={!open}
      ref={panel}
      role="dialog"
    >
      <div
        className="contents"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          onClose();
        }}
      >
        <header className="flex shrink-0 items-start gap-3 bg-deep py-4 ps-5 pe-3 text-on-deep">
          <div className="min-w-0 flex-1">
            <h2 className="text-lead" id="chat-title" tabIndex={-1}>
              {i18n.t('Chat with {product}', { product: brand.product })}
            </h2>
            <p className="text-fine text-on-deep-soft">
              <SupportHours />
            </p>
          </div>
          <IconButton
            className="hover:bg-deep-line! hover:text-on-deep!"
            icon="close"
            label={i18n.t('Close chat')}
            onClick={onClose}
          />
        </header>
        {conversation ? (
          <ChatList open={open} />
        ) : failed ? (
          <FailedLoad
            className="m-5"
            level={3}
            onRetry={() => {
              // The button goes.
              panel.current?.querySelector('h2')?.focus();
              void chat.open();
            }}
            title={i18n.t('The chat didn’t load')}
          />
        ) : (
          <div className="grid min-h-32 flex-1 place-items-center">
            <Spinner />
          </div>
        )}
        {(conversation !== undefined || !failed) && <ChatForm />}
      </div>
    </section>
  );
}

function SupportHours() {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { conversation } = useChat();
  if (!conversation) return brand.support.hours;
  const { open, backAt } = conversation.desk;
  if (open) return i18n.t('We’re here now. {hours}.', { hours: brand.support.hours });
  if (backAt === null) return i18n.t('Write to us and we’ll reply.');
  const time = new Intl.DateTimeFormat(`${language}-US`, {
    timeZone: brand.timeZone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(backAt));
  return i18n.t('We’re back {time}. Leave a message.', { time });
}

/** Covered content must not take the focus; phones may be turned. */
function coverPage(): () => void {
  const covers = globalThis.matchMedia?.('(max-width: 599px)');
  let uncover = () => {};
  const look = () => {
    uncover();
    uncover = covers?.matches ? shutUnder() : () => {};
  };
  look();
  covers?.addEventListener('change', look);
  return () => {
    covers?.removeEventListener('change', look);
    uncover();
  };
}

function shutUnder(): () => void {
  const under = [
    ...document.querySelectorAll<HTMLElement>(
      'body > a, body > aside, body > header, body > main, body > footer, [data-cookie-banner]',
    ),
  ].filter((one) => !one.inert);
  for (const one of under) one.inert = true;
  return () => {
    for (const one of under) one.inert = false;
  };
}
