import { lazy, Suspense } from 'react';
import { closeNotification, useNotifications } from '../api/notifications.ts';

const Notifications = lazy(async () => ({
  default: (await import('../ui/notification.tsx')).Notifications,
}));

/** E16: what happened, above every page. Its drawing comes with the first notification. */
export function NotificationRegion() {
  const items = useNotifications();
  if (items.length === 0) return null;
  return (
    <Suspense>
      <Notifications items={items} onClose={closeNotification} />
    </Suspense>
  );
}
