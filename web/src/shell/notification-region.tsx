import { lazy, Suspense, useEffect } from 'react';
import { firstInteraction } from '../api/first-interaction.ts';
import {
  closeNotification,
  holdNotifications,
  type Notification,
  useNotifications,
} from '../api/notifications.ts';

const load = async () => ({ default: (await import('../ui/notification.tsx')).Notifications });
const Notifications = lazy(() => load().catch(() => ({ default: PlainNotifications })));

/** E16. Its code loads at the first interaction, because the first news may be a lost network. */
export function NotificationRegion() {
  const items = useNotifications();
  useEffect(() => {
    firstInteraction()
      .then(load)
      .catch(() => undefined);
  }, []);
  if (items.length === 0) return null;
  return (
    <Suspense>
      <Notifications items={items} onClose={closeNotification} onHold={holdNotifications} />
    </Suspense>
  );
}

/** If even that did not load. */
function PlainNotifications({ items }: { items: readonly Notification[] }) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 bg-surface p-4 shadow-float" role="alert">
      {items.map(({ id, message }) => (
        <p key={id}>{message}</p>
      ))}
    </div>
  );
}
