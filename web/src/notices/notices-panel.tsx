import { NoticesTile } from './notices-tile.tsx';
import { useNotices } from './use-notices.ts';

/** What the page itself does not say already: about this customer's addresses, or new. */
export function NoticesPanel() {
  const { data } = useNotices();
  const notices = (data?.notices ?? []).filter(
    ({ id }) => !document.querySelector(`body > aside [data-notice="${CSS.escape(id)}"]`),
  );
  return notices.length > 0 && <NoticesTile notices={notices} />;
}
