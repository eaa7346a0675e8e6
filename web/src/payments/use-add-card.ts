import { openCardPage } from '@portside/contract/payments';
import { useEffect, useState } from 'react';
import { leavePage } from '../api/leave-page.ts';
import { useLeft } from '../api/use-left.ts';
import { useSend } from '../api/use-send.ts';
import { addCardMarkers } from './add-card-markers.ts';

/** D16. */
export function useAddCard(leave: (url: string) => void = leavePage) {
  const [loading, setLoading] = useState(false);
  const isLeft = useLeft();
  useEffect(() => {
    // Back may restore this page from the cache, still loading.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setLoading(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
  const open = useSend(openCardPage, {
    silent: true,
    onDone({ url, sessionId }) {
      if (isLeft()) return;
      addCardMarkers.write(sessionId);
      leave(url);
    },
  });
  async function addCard() {
    setLoading(true);
    const failed = await open({});
    // On success the page leaves.
    if (failed) setLoading(false);
  }
  return { loading, addCard };
}
