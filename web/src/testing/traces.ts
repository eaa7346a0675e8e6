import { notify, shownNotifications } from '../api/notifications.ts';
import { readTab, writeTab } from '../api/storage.ts';

/** What a tab keeps of Maya. */
export function leaveTraces(): void {
  writeTab('checkout', 'Maya');
  notify({ error: true, message: 'Maya’s card was declined.', stayOpen: true });
}

export const traces = () => [
  ...[readTab('checkout')].filter((kept) => kept !== null),
  ...shownNotifications().map(({ message }) => message),
];
