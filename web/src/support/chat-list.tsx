import { useLingui } from '@lingui/react';
import type { ChatMessage } from '@portside/contract/chat';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { FaultLine } from '../ui/field-frame.tsx';
import { Flag } from '../ui/flag.tsx';
import type { Unsent } from './chat-conversation.ts';
import { useChat } from './use-chat.ts';

/** What was said, the newest at the end; new messages are read out as they come. */
export function ChatList({ open }: { open: boolean }) {
  const { i18n } = useLingui();
  const { chat, conversation, unsent, told } = useChat();
  const [loading, setLoading] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const messages = conversation?.messages ?? [];
  const last = unsent.at(-1)?.clientId ?? messages.at(-1)?.id;

  useEffect(() => {
    if (open && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [open, last, told]);

  async function loadEarlier() {
    setLoading(true);
    // The call has told why, if it failed.
    await chat.earlier().catch(() => undefined);
    setLoading(false);
  }

  return (
    <div
      aria-label={i18n.t('Conversation')}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-4!"
      ref={box}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
    >
      {messages.length + unsent.length === 0 && <Welcome />}
      {conversation?.next !== undefined && (
        <Button
          className="mx-auto mb-4 flex!"
          loading={loading}
          onClick={() => void loadEarlier()}
          variant="quiet"
        >
          {i18n.t('Show earlier messages')}
        </Button>
      )}
      <div aria-live="polite" role="log">
        <ol className="flex flex-col gap-2">
          {messages.map((message, at) => (
            <Fragment key={message.id}>
              <Day of={message} after={messages[at - 1]} />
              <Kept message={message} />
            </Fragment>
          ))}
          {unsent.map((one) => (
            <OnItsWay key={one.clientId} one={one} />
          ))}
        </ol>
        {told !== undefined && (
          <p className="mt-3 border-s-4 border-mark bg-mark-soft px-3 py-2 text-fine">{told}</p>
        )}
      </div>
    </div>
  );
}

function Welcome() {
  const { i18n } = useLingui();
  const { identity } = useChat();
  const firstName = identity?.kind === 'user' ? identity.firstName : '';
  return (
    <div className="py-6">
      <Flag name="cross" size={40} />
      <p className="head mt-4 text-title">
        {firstName
          ? i18n.t('Hello {firstName}, how can we help?', { firstName })
          : i18n.t('How can we help?')}
      </p>
      <p className="mt-2 text-ink-soft">
        {i18n.t('Ask about a plan, your number, your SIM or a bill. A person reads it.')}
      </p>
    </div>
  );
}

/** One message: ours on the left, the customer's on the right. */
function Bubble({ mine, children }: { mine: boolean; children: ReactNode }) {
  return (
    <li
      className={classes(
        'w-fit max-w-[85%] rounded-panel px-4 py-2.5 wrap-anywhere forced-colors:border',
        mine ? 'self-end bg-action-soft' : 'self-start bg-fog',
      )}
    >
      {children}
    </li>
  );
}

function Kept({ message }: { message: ChatMessage }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const mine = message.from === 'you';
  const time = new Intl.DateTimeFormat(`${language}-US`, {
    timeZone: brand.timeZone,
    timeStyle: 'short',
  }).format(new Date(message.at));
  return (
    <Bubble mine={mine}>
      <p className={mine ? 'sr-only' : 'text-fine font-strong'}>
        {mine ? i18n.t('You') : i18n.t('{product} support', { product: brand.product })}
      </p>
      <p className="whitespace-pre-line">{message.text}</p>
      <p className="mt-0.5 text-fine text-ink-soft">
        <time dateTime={message.at}>{time}</time>
      </p>
    </Bubble>
  );
}

function OnItsWay({ one }: { one: Unsent }) {
  const { i18n } = useLingui();
  const { chat } = useChat();
  return (
    <Bubble mine>
      <p className="sr-only">{i18n.t('You')}</p>
      <p className="whitespace-pre-line">{one.text}</p>
      {one.fault === undefined ? (
        <p className="mt-0.5 text-fine text-ink-soft">{i18n.t('Sending')}</p>
      ) : (
        <>
          <FaultLine>{i18n.t('Not sent. {why}', { why: one.fault })}</FaultLine>
          <Button
            className="-ms-3"
            icon="refresh"
            onClick={() => chat.sayAgain(one.clientId)}
            variant="quiet"
          >
            {i18n.t('Send again')}
          </Button>
        </>
      )}
    </Bubble>
  );
}

/** The day, where it is another one than that of the message before. */
function Day({ of, after }: { of: ChatMessage; after: ChatMessage | undefined }) {
  const { brand, language } = usePage();
  const dayOf = (at: string) =>
    new Intl.DateTimeFormat(`${language}-US`, {
      timeZone: brand.timeZone,
      weekday: 'long',
      month: 'short',
      day: 'numeric',
    }).format(new Date(at));
  const day = dayOf(of.at);
  if (after && dayOf(after.at) === day) return null;
  return <li className="py-2 text-center text-fine text-ink-soft">{day}</li>;
}
