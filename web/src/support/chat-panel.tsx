import { useLingui } from '@lingui/react';
import { useEffect, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { backTime } from './back-time.ts';
import { ChatForm } from './chat-form.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatBoxPanel } from './chat-box-panel.tsx';
import { useChat } from './use-chat.ts';

interface ChatPanelProps {
  open: boolean;
  onClose: () => void;
}

/** Our own chat. */
export function ChatPanel({ open, onClose }: ChatPanelProps) {
  const { i18n } = useLingui();
  const { chat, conversation, failed, identity } = useChat();
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    if (open) void chat.open();
  }, [open, chat, identity]);

  const unread = conversation?.unread ?? 0;
  useEffect(() => {
    if (!open || unread === 0) return;
    const look = () => document.visibilityState === 'visible' && chat.seen();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [open, unread, chat]);

  return (
    <ChatBoxPanel hours={<SupportHours />} onClose={onClose} open={open} ref={panel}>
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
    </ChatBoxPanel>
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
  const time = backTime(backAt, brand.timeZone, language);
  return i18n.t('We’re back {time}. Leave a message.', { time });
}
