import { useLingui } from '@lingui/react';
import { chatFramePath } from '@portside/contract/chat';
import { useEffect, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useStore } from '../api/store.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Flag } from '../ui/flag.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { outsideChatOf } from './chat-outside.ts';
import { ChatBoxPanel } from './chat-box-panel.tsx';

/** All but to lead the page elsewhere. */
const allowed =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';

/** A chat service's widget, in a frame with a policy of its own (docs/decisions/0670). */
export function ChatOutsidePanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { i18n } = useLingui();
  const page = usePage();
  const service = outsideChatOf(useCall(), page);
  const phase = useStore(service.phase, 'loading');
  const panel = useRef<HTMLElement>(null);
  const { support, product } = page.brand;

  useEffect(() => {
    if (!open) return;
    service.show();
    return () => service.hide();
  }, [open, service]);

  return (
    <ChatBoxPanel hours={support.hours} onClose={onClose} open={open} ref={panel}>
      {phase === 'failed' ? (
        <EmptyState
          action={
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <Button
                icon="refresh"
                onClick={() => {
                  // The button goes.
                  panel.current?.querySelector('h2')?.focus();
                  service.retry();
                }}
                variant="secondary"
              >
                {i18n.t('Try again')}
              </Button>
              <TextLink className="min-h-11 content-center" onClick={onClose} to="/contact-us">
                {i18n.t('Contact us')}
              </TextLink>
            </div>
          }
          className="m-5"
          picture={<Flag name="failure" size={40} />}
          title={i18n.t('The chat didn’t load')}
        >
          {i18n.t(
            'Your browser or network may be blocking it. You can also write to us or call {phone}.',
            {
              phone: support.phone,
            },
          )}
        </EmptyState>
      ) : (
        <div className="relative grid min-h-[32rem] flex-1 max-[599px]:min-h-0">
          {phase === 'loading' && <Spinner className="absolute inset-0 m-auto" />}
          <iframe
            // A service's sounds.
            allow="autoplay"
            className="relative size-full border-0"
            onLoad={(event) => service.attach(event.currentTarget)}
            sandbox={allowed}
            src={page.brand.chatFrame ?? chatFramePath}
            title={i18n.t('Chat with {product}', { product })}
          />
        </div>
      )}
    </ChatBoxPanel>
  );
}
