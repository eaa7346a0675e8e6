import type { ChatIdentity } from '@portside/contract/chat';
import type { Language } from '@portside/contract/language';

/** The frame page's window (docs/decisions/0670), and what a service's script needs of us. */
export interface ServiceHost {
  readonly window: Window;
  readonly language: Language;
  load(url: string): Promise<void>;
  token(): Promise<string>;
  /** The customer closed the widget from inside. */
  closed(): void;
  unread(count: number): void;
}

export interface ServiceScript {
  boot(identity: ChatIdentity): Promise<void> | void;
  /** @param was undefined: somebody of an earlier page */
  shutdown(was: ChatIdentity | undefined): Promise<void> | void;
  show(): void;
  hide(): void;
}

/** Of the frame's document, so that the frame's policy decides. */
export const loaderIn = (frame: Window) => (url: string) =>
  new Promise<void>((resolve, reject) => {
    const element = frame.document.createElement('script');
    element.async = true;
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error('The script was not loaded')));
    element.src = url;
    frame.document.head.append(element);
  });
