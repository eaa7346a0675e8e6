import { createStore, useStore } from './store.ts';

/** Footer, header and links open the same chat. */
const door = createStore<'unused' | 'open' | 'closed'>('unused');
let opener: HTMLElement | null = null;

export const useChatDoor = () => useStore(door, 'unused');

/** @param from gets the focus back */
export function openChat(from?: HTMLElement | null): void {
  const here = document.activeElement;
  opener = from ?? (here instanceof HTMLElement && here !== document.body ? here : null);
  door.set('open');
}

/** Undefined when it can no longer take the focus. */
export const chatOpener = (): HTMLElement | null => (opener?.isConnected ? opener : null);

export const closeChat = () => door.set('closed');
export const leaveChat = () => door.set('unused');
