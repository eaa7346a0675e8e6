import { useLingui } from '@lingui/react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { usePage } from '../api/page.tsx';
import { IconButton } from '../ui/button.tsx';

interface ChatBoxPanelProps {
  open: boolean;
  onClose: () => void;
  hours: ReactNode;
  ref: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Beside the page, or over all of it on phones. Hidden instead of unmounted, to keep the draft. */
export function ChatBoxPanel({ open, onClose, hours, ref: panel, children }: ChatBoxPanelProps) {
  const { i18n } = useLingui();
  const { brand } = usePage();

  useEffect(() => {
    if (!open) return;
    // An on-screen keyboard would cover the messages.
    const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches;
    const first = isTouch ? undefined : panel.current?.querySelector('textarea');
    (first ?? panel.current?.querySelector('h2'))?.focus();
    return coverPage();
  }, [open, panel]);

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
            <p className="text-fine text-on-deep-soft">{hours}</p>
          </div>
          <IconButton
            className="hover:bg-deep-line! hover:text-on-deep!"
            icon="close"
            label={i18n.t('Close chat')}
            onClick={onClose}
          />
        </header>
        {children}
      </div>
    </section>
  );
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
