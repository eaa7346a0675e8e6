import type { viewStaffChat } from '@portside/contract/console/chats';
import type { OutputOf } from '@portside/contract/endpoint';
import { useEffect, useRef } from 'react';
import { classes } from '../ui/classes.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

/** New messages are announced, and scrolled to. */
export function MessageList({
  messages,
}: {
  messages: OutputOf<typeof viewStaffChat>['messages'];
}) {
  const { timeZone } = useShop();
  const box = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  return (
    <div
      aria-label="Conversation"
      className="max-h-[50dvh] overflow-y-auto border-y py-3"
      ref={box}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
    >
      <div aria-live="polite" role="log">
        {messages.length === 0 && <p>Nothing was written yet.</p>}
        <ol className="flex flex-col gap-2">
          {messages.map(({ id, from, text, at, masked, beforeLogin }) => (
            <li
              className={classes(
                'w-fit max-w-[85%] rounded-panel px-4 py-2.5 wrap-anywhere forced-colors:border',
                from === 'desk' ? 'self-end bg-action-soft' : 'self-start bg-fog',
              )}
              key={id}
            >
              <p className="text-fine font-strong">
                {from === 'desk' ? 'Support' : 'Customer'}
                <time className="ms-2 font-normal text-ink-soft" dateTime={at}>
                  {moment(at, timeZone)}
                </time>
              </p>
              <p className="whitespace-pre-line">{text}</p>
              {masked && (
                <p className="text-fine text-ink-soft">A card number was taken out of it.</p>
              )}
              {beforeLogin && (
                <p className="text-fine text-ink-soft">
                  Written before the login: it may have been somebody else.
                </p>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
