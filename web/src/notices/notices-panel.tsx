import { viewNotices } from '@portside/contract/notices';
import { useAnswer } from '../api/use-answer.ts';
import { NoticesTile } from './notices-tile.tsx';

const LOOK_EVERY_MS = 60_000;

/** What the page itself does not say already: about this customer's addresses, or new. */
export function NoticesPanel() {
  const { data } = useAnswer(viewNotices, {}, { refetchInterval: LOOK_EVERY_MS });
  const notices = (data?.notices ?? []).filter(
    ({ id }) => !document.querySelector(`body > aside [data-notice="${CSS.escape(id)}"]`),
  );
  return notices.length > 0 && <NoticesTile notices={notices} />;
}
