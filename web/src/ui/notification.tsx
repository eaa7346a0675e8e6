import { useLingui } from '@lingui/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './button.tsx';
import { Flag } from './flag.tsx';
import { TextLink } from './text-link.tsx';

export interface NotificationItem {
  readonly id: string;
  readonly error: boolean;
  readonly message?: string | undefined;
  readonly stayOpen?: boolean | undefined;
  readonly warns?: boolean | undefined;
  readonly link?: { readonly to: string; readonly text: string } | undefined;
  readonly times?: number | undefined;
}

interface NotificationsProps {
  items: readonly NotificationItem[];
  onClose: (id: string) => void;
  /** Pointer or focus is on one, or has left. */
  onHold?: ((hold: boolean) => void) | undefined;
  className?: string | undefined;
}

/**
 * Floats above the page's end, or above an open dialog on phones. Always mounted, so that screen
 * readers announce it.
 */
export function Notifications({ items, onClose, onHold, className }: NotificationsProps) {
  const region = useRef<HTMLDivElement>(null);
  const holds = (state: string) => onHold?.(region.current?.matches(state) ?? false);
  const look = useEffectEvent(() => holds(':is(:hover, :focus-within)'));
  // A closed one sends no leave event.
  useEffect(() => look(), [items]);
  useEffect(() => () => onHold?.(false), [onHold]);
  return (
    <div
      data-notifications
      onBlur={() => holds(':hover')}
      onFocus={() => onHold?.(true)}
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => holds(':focus-within')}
      ref={region}
      className={classes(
        // Above the chat button (support/chat-tile.tsx).
        'pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-3 xs:inset-x-auto xs:end-6 xs:bottom-6 min-[80rem]:bottom-24 print:hidden',
        '[[data-cookies-asked]_&]:bottom-76 md:[[data-cookies-asked]_&]:bottom-56',
        'max-[599px]:[html:has([data-sheet])_&]:top-4 max-[599px]:[html:has([data-sheet])_&]:bottom-auto',
        '[html:has([data-chat-panel]:not([hidden]))_&]:top-20 [html:has([data-chat-panel]:not([hidden]))_&]:bottom-auto',
        'min-[1000px]:[html:has([data-chat-panel]:not([hidden]))_&]:top-auto min-[1000px]:[html:has([data-chat-panel]:not([hidden]))_&]:end-[28rem] min-[1000px]:[html:has([data-chat-panel]:not([hidden]))_&]:bottom-6',
        className,
      )}
    >
      {items.map((item) => (
        <NotificationCard item={item} key={item.id} onClose={() => onClose(item.id)} />
      ))}
    </div>
  );
}

export function NotificationCard({
  item,
  onClose,
}: {
  item: NotificationItem;
  onClose: () => void;
}) {
  const { i18n } = useLingui();
  const { times = 1 } = item;
  return (
    <div
      className={classes(
        'pointer-events-auto flex w-full animate-arrive items-start gap-3 rounded-panel border-s-4 bg-surface py-2 ps-4 pe-1.5 text-ink shadow-float xs:w-[26rem] xs:max-w-full forced-colors:border',
        // Several would cover a dialog's title and its cross.
        'max-[599px]:[html:has([data-sheet])_&:not(:last-child)]:hidden',
        item.error ? 'border-fail' : item.warns ? 'border-action' : 'border-good',
      )}
      role={item.error ? 'alert' : 'status'}
    >
      <Flag
        className="mt-2.5"
        name={item.error ? 'failure' : item.warns ? 'pending' : 'success'}
        size={24}
      />
      <p className="min-w-0 flex-1 py-2.5 break-words">
        {item.message || (item.error ? i18n.t('An unexpected error occurred') : i18n.t('Success!'))}
        {times > 1 && ' '}
        {times > 1 && (
          <span className="whitespace-nowrap text-ink-soft tabular-nums">
            {i18n.t('({times} times)', { times })}
          </span>
        )}
        {item.link && (
          <TextLink className="mt-1 block" onClick={onClose} to={item.link.to}>
            {item.link.text}
          </TextLink>
        )}
      </p>
      <IconButton icon="close" label={i18n.t('Close')} onClick={onClose} size={20} />
    </div>
  );
}
