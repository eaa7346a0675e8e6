import { useLingui } from '@lingui/react';
import type { CallFailed } from '@portside/contract/call';
import type { OrderAnswer } from '@portside/contract/checkout';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Notification, notify } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { useLeft } from '../api/use-left.ts';

/** How a payment went, for who has left its page meanwhile: told, and nobody is pulled back. */
export function useLateAnswer() {
  const { i18n } = useLingui();
  const queries = useQueryClient();
  const isLeft = useLeft();
  const payer = useRef<string>(undefined);

  function say(told: Pick<Notification, 'error' | 'message' | 'warns' | 'link'>) {
    // Where they are now may show the order.
    void queries.invalidateQueries();
    // Nobody else's at this browser.
    if (session.token() === payer.current) notify({ ...told, stayOpen: true });
  }

  return {
    isLeft,
    /** Before the call. */
    begin() {
      payer.current = session.token();
    },
    tell({ status, message }: OrderAnswer) {
      if (status === 'paid') return say({ error: false, message });
      const isOpen = status === 'placed' || status === 'confirm';
      if (!isOpen) return say({ error: true, message });
      const link = { to: '/dashboard', text: i18n.t('To Dashboard') };
      say({ error: false, warns: true, message, link });
    },
    tellFailure({ status, message }: CallFailed) {
      const lost = i18n.t(
        'We don’t know if your payment went through. Try again: you won’t be charged twice.',
      );
      say({ error: true, message: status === 0 ? lost : message });
    },
  };
}
