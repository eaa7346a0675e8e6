import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';
import type { Work } from './use-work.ts';

interface DialogProps {
  open: boolean;
  /** Escape, the cross, a press outside or {@link DialogCancel}. */
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Closing aborts it. */
  work?: Work | undefined;
  children?: ReactNode;
  /** The main one first. */
  actions?: ReactNode;
  picture?: ReactNode;
  size?: 'narrow' | 'wide' | undefined;
  /** No cross, and a press outside does not close it. */
  modal?: 'question' | undefined;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The focus begins at the title: it is read, and a key pressed once more does nothing. */
  readFirst?: boolean | undefined;
  /** By default what opened it; `false` for nowhere. */
  finalFocus?: (() => HTMLElement | null | false) | undefined;
  /** After the focus was released. */
  onClosed?: (() => void) | undefined;
}

const CloseContext = createContext(() => {});

/** A sheet from below on phones. */
export function Dialog(props: DialogProps) {
  const { open, title, subtitle, work, children, actions, picture } = props;
  const loading = work?.loading ?? false;
  const { i18n } = useLingui();
  const popup = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = props.modal === 'question';

  function close() {
    work?.stop();
    props.onClose();
  }

  useLayoutEffect(() => {
    // It grows from the button that opened it.
    const from = open ? document.activeElement?.getBoundingClientRect() : undefined;
    const to = popup.current?.getBoundingClientRect();
    if (!from || !to || from.width === 0 || from.width > window.innerWidth * 0.9) return;
    const x = from.left + from.width / 2 - to.left;
    const y = from.top + from.height / 2 - to.top;
    popup.current?.style.setProperty('transform-origin', `${x}px ${y}px`);
  }, [open]);

  return (
    <Base.Root
      disablePointerDismissal={question || loading}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) props.onClosed?.();
      }}
      open={open}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--motion) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-busy={loading || undefined}
          className={classes(
            // On phones a notification is above it (notification.tsx).
            'max-[599px]:[html:has([data-notifications])_&]:max-h-[calc(100dvh-9rem)]',
            'fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] flex-col rounded-t-panel bg-surface text-ink shadow-float outline-none transition duration-(--motion) ease-set data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0',
            'min-[600px]:inset-x-auto min-[600px]:top-1/2 min-[600px]:bottom-auto min-[600px]:left-1/2 min-[600px]:w-[calc(100%-3rem)] min-[600px]:-translate-x-1/2 min-[600px]:-translate-y-1/2 min-[600px]:rounded-panel',
            'min-[600px]:data-ending-style:-translate-y-1/2 min-[600px]:data-ending-style:scale-95 min-[600px]:data-starting-style:-translate-y-1/2 min-[600px]:data-starting-style:scale-95',
            props.size === 'wide' ? 'min-[600px]:max-w-[52rem]' : 'min-[600px]:max-w-[32rem]',
          )}
          data-sheet
          finalFocus={props.finalFocus}
          ref={popup}
          // Errors first; a question starts at its harmless answer.
          initialFocus={
            props.initialFocus ??
            (props.readFirst ? heading : undefined) ??
            (() => {
              const harmless = foot.current?.querySelector<HTMLElement>(':scope > :last-child');
              const wrong = popup.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
              return (question ? harmless : wrong) ?? true;
            })
          }
        >
          <MovedFocus />
          <header className="flex items-start gap-4 px-5 pt-6 pb-4 min-[600px]:px-8 min-[600px]:pt-8">
            <div className={classes('min-w-0 flex-1', !question && !loading && 'pe-10')}>
              {picture && <div className="mb-4">{picture}</div>}
              <Base.Title className="text-title outline-none" ref={heading} tabIndex={-1}>
                {title}
              </Base.Title>
              {subtitle != null && (
                <Base.Description className="mt-1 text-ink-soft">{subtitle}</Base.Description>
              )}
            </div>
            {loading && <Spinner className={classes('mt-1', !question && 'me-11')} size={24} />}
          </header>
          {children != null && <Body>{children}</Body>}
          {actions != null && (
            <footer
              ref={foot}
              className="flex flex-col gap-3 border-t px-5 py-4 min-[600px]:flex-row-reverse min-[600px]:justify-start min-[600px]:px-8"
            >
              <CloseContext value={close}>{actions}</CloseContext>
            </footer>
          )}
          {!question && (
            <IconButton
              className="absolute end-3 top-4 min-[600px]:end-5 min-[600px]:top-6"
              icon="close"
              label={i18n.t('Close')}
              onClick={close}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogCancel(props: { children?: ReactNode; variant?: ButtonVariant }) {
  const { i18n } = useLingui();
  const close = use(CloseContext);
  return (
    <Button onClick={close} variant={props.variant ?? 'secondary'}>
      {props.children ?? i18n.t('Cancel')}
    </Button>
  );
}

/**
 * Gone with the popup. What takes the focus in that same moment, like the field of a refusal, keeps
 * it: the popup has not seen it yet when it decides to give the focus back.
 */
function MovedFocus() {
  useLayoutEffect(
    () => () => {
      const noted: EventTarget[] = [];
      const note = ({ target }: FocusEvent) => target && noted.push(target);
      document.addEventListener('focusin', note);
      queueMicrotask(() => {
        document.removeEventListener('focusin', note);
        queueMicrotask(() => {
          const [moved] = noted;
          const isReturned = document.activeElement === noted.at(-1);
          if (isReturned && moved instanceof HTMLElement) moved.focus({ preventScroll: true });
        });
      });
    },
    [],
  );
  return null;
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Long text scrolls by keyboard. */
function Body({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const look = () => {
      const element = box.current;
      if (!element) return;
      // Controls scroll into view by themselves; only text needs measuring.
      const isText = !element.querySelector(reachable);
      setStop(isText && element.scrollHeight > element.clientHeight);
    };
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [children]);
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 -outline-offset-4! min-[600px]:px-8"
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={isStop ? 0 : undefined}
    >
      {children}
    </div>
  );
}
