import { createStore, useStore } from './store.ts';

/** Whether the chat is open: the line at the page's end, the header and a link all open the same one. */
const door = createStore<'unused' | 'open' | 'closed'>('unused');
let opener: HTMLElement | null = null;

export const useChatDoor = () => useStore(door, 'unused');

/** @param from where the focus goes back to; without one, where it is now */
export function openChat(from?: HTMLElement | null): void {
  const here = document.activeElement;
  opener = from ?? (here instanceof HTMLElement && here !== document.body ? here : null);
  door.set('open');
}

/** What opened the chat that was just closed, where it can still take the focus. */
export const chatOpener = (): HTMLElement | null => (opener?.isConnected ? opener : null);

export const closeChat = () => door.set('closed');
/** The page that it belonged to is gone. */
export const leaveChat = () => door.set('unused');
