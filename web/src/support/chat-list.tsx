import { useLingui } from '@lingui/react';
import type { ChatMessage } from '@portside/contract/chat';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { FaultLine } from '../ui/field-frame.tsx';
import { Flag } from '../ui/flag.tsx';
import type { Unsent } from './chat-draft.ts';
import { ChatAddressForm } from './chat-address-form.tsx';
import { backTime } from './back-time.ts';
import { useChat } from './use-chat.ts';

interface Said {
  readonly key: string;
  readonly text: string;
  readonly message?: ChatMessage;
  readonly unsent?: Unsent;
}

/** New messages are announced. */
export function ChatList({ open }: { open: boolean }) {
  const { i18n } = useLingui();
  const { chat, conversation, unsent, told } = useChat();
  const [loading, setLoading] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const messages = conversation?.messages ?? [];
  // One list, so that a sent message keeps its element and is announced once.
  const said: Said[] = [
    ...messages.map((one) => ({ key: one.clientId ?? one.id, text: one.text, message: one })),
    ...unsent.map((one) => ({ key: one.clientId, text: one.text, unsent: one })),
  ];
  const last = said.at(-1)?.key;
  // A failed message is taller.
  const faults = unsent.filter((one) => one.fault !== undefined).length;

  useEffect(() => {
    if (open && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [open, last, told, faults]);

  async function loadEarlier() {
    setLoading(true);
    // The call has reported it.
    await chat.earlier().catch(() => undefined);
    setLoading(false);
  }

  return (
    <div
      aria-label={i18n.t('Conversation')}
      className="flex-[1_0_9rem] overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-4!"
      ref={box}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
    >
      {said.length === 0 && <Welcome />}
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
          {said.map(({ key, message, unsent: one, text }, at) => (
            <Fragment key={key}>
              {message && <Day after={messages[at - 1]} of={message} />}
              <Bubble mine={message?.from !== 'desk'} text={text}>
                {message && <Time of={message} />}
                {one && <Fate of={one} />}
              </Bubble>
            </Fragment>
          ))}
        </ol>
        {told !== undefined && <p className="mt-3 remark px-3 py-2 text-fine">{told}</p>}
        <WhenAnswered last={messages.at(-1)} />
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
        {i18n.t('Ask about a plan, your number, your SIM or a payment. A person reads it.')}
      </p>
    </div>
  );
}

/** After hours: what was written is there, and when somebody reads it. */
function WhenAnswered({ last }: { last: ChatMessage | undefined }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { conversation, identity } = useChat();
  const backAt = conversation?.desk.backAt;
  if (last?.from !== 'you' || !backAt) return null;
  const time = backTime(backAt, brand.timeZone, language);
  return (
    <>
      <p className="mt-3 remark px-3 py-2 text-fine">
        {i18n.t('Got it. We’ll reply here from {time}.', { time })}
      </p>
      {identity?.kind !== 'user' && conversation.repliesTo === null && <ChatAddressForm />}
    </>
  );
}

function Bubble({ mine, text, children }: { mine: boolean; text: string; children: ReactNode }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  return (
    <li
      className={classes(
        'w-fit max-w-[85%] rounded-panel px-4 py-2.5 wrap-anywhere forced-colors:border',
        mine ? 'self-end bg-action-soft' : 'self-start bg-fog',
      )}
    >
      <p className={mine ? 'sr-only' : 'text-fine font-strong'}>
        {mine ? i18n.t('You') : i18n.t('{product} support', { product: brand.product })}
      </p>
      <p className="whitespace-pre-line">{text}</p>
      {children}
    </li>
  );
}

function Time({ of: { at } }: { of: ChatMessage }) {
  const { brand, language } = usePage();
  const time = new Intl.DateTimeFormat(`${language}-US`, {
    timeZone: brand.timeZone,
    timeStyle: 'short',
  }).format(new Date(at));
  return (
    <p className="mt-0.5 text-fine text-ink-soft">
      <time dateTime={at}>{time}</time>
    </p>
  );
}

function Fate({ of: { clientId, fault } }: { of: Unsent }) {
  const { i18n } = useLingui();
  const { chat } = useChat();
  if (fault === undefined) {
    return <p className="mt-0.5 text-fine text-ink-soft">{i18n.t('Sending')}</p>;
  }
  return (
    <>
      <FaultLine>{i18n.t('Not sent. {why}', { why: fault })}</FaultLine>
      <Button
        className="-ms-3"
        icon="refresh"
        onClick={() => chat.sayAgain(clientId)}
        variant="quiet"
      >
        {i18n.t('Send again')}
      </Button>
    </>
  );
}

/** When it differs from the message before. */
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
