import type { Call } from '@portside/contract/call';
import { type ChatIdentity, viewChatToken } from '@portside/contract/chat';
import { closeChat } from '../api/chat-door.ts';
import type { Page } from '../api/page.tsx';
import { readKey, writeKey } from '../api/storage.ts';
import { createStore, type Store } from '../api/store.ts';
import { openRemote, type RemoteService } from './chat-remote.ts';
import { loaderIn, type ServiceHost, type ServiceScript } from './chat-script.ts';
import { CHAT_PERSON, type ChatWidget, setUnread } from './chat-widget.ts';

export interface OutsideChat extends ChatWidget {
  readonly phase: Store<'loading' | 'ready' | 'failed'>;
  /** The frame has loaded. */
  attach(frame: HTMLIFrameElement): void;
  retry(): void;
  show(): void;
  hide(): void;
}

const PATIENCE_MS = 20_000;
const services = new WeakMap<Call, OutsideChat>();

/** One for each page. */
export function outsideChatOf(call: Call, page: Page): OutsideChat {
  const known = services.get(call) ?? openService(call, page);
  services.set(call, known);
  return known;
}

function openService(call: Call, page: Page): OutsideChat {
  const phase = createStore<'loading' | 'ready' | 'failed'>('loading');
  let script: ServiceScript | undefined;
  let wanted: ChatIdentity | undefined;
  let booted: ChatIdentity | undefined;
  let isOpen = false;
  /** Increases with each frame: an earlier one's script is not asked again. */
  let generation = 0;
  let remote: RemoteService | undefined;
  /** One after the other: a shutdown must not overtake its boot. */
  let steps = Promise.resolve();

  function settle(): void {
    const mine = generation;
    const step = async () => {
      if (mine !== generation || !script || wanted === booted) return;
      await forget(script);
      if (!wanted || mine !== generation) return;
      const identity = wanted;
      writeKey(CHAT_PERSON, nameOf(identity));
      booted = identity;
      await script.boot(identity);
      if (isOpen) script.show();
    };
    steps = steps.then(step).catch(() => phase.set('failed'));
  }

  /** Also whoever an earlier page left behind, because it was closed before it could. */
  async function forget(service: ServiceScript): Promise<void> {
    const left = readKey(CHAT_PERSON);
    const isLeft = left !== null && left !== VISITOR && (!wanted || left !== nameOf(wanted));
    if (booted || isLeft) await service.shutdown(booted);
    if (booted) setUnread(0);
    booted = undefined;
    writeKey(CHAT_PERSON, null);
  }

  function hostOf(frame: Window): ServiceHost {
    const mine = generation;
    return {
      window: frame,
      language: page.language,
      load: loaderIn(frame),
      async token() {
        if (booted?.kind !== 'user') throw new Error('A visitor has no token');
        const { token } = await call(viewChatToken, {}, { quiet: true });
        if (token === null) throw new Error('This chat takes no token');
        return token;
      },
      closed: () => {
        if (mine === generation && isOpen) closeChat();
      },
      unread: (count) => {
        if (mine === generation) setUnread(isOpen ? 0 : count);
      },
    };
  }

  function serviceIn(frame: HTMLIFrameElement): Promise<ServiceScript> {
    const mine = generation;
    // Null when an error page of the browser came instead.
    if (!frame.contentWindow) throw new Error('There is no frame');
    const host = hostOf(frame.contentWindow);
    if (page.brand.chatFrame !== undefined) {
      remote = openRemote(frame, page.brand.chatFrame, {
        ...host,
        failed: () => {
          if (mine === generation) phase.set('failed');
        },
      });
      return remote.service;
    }
    if (!frame.contentDocument) throw new Error('There is no frame');
    return openScript(host, page.brand.chat);
  }

  return {
    phase,
    boot(identity) {
      wanted = identity;
      settle();
    },
    shutdown() {
      wanted = undefined;
      settle();
    },
    attach(frame) {
      generation += 1;
      const mine = generation;
      script = undefined;
      booted = undefined;
      remote?.leave();
      const begin = async () => {
        const service = await serviceIn(frame);
        if (mine !== generation) return;
        script = service;
        phase.set('ready');
        settle();
      };
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('The chat service does not answer')), PATIENCE_MS);
      });
      Promise.race([begin(), late]).catch(() => {
        if (mine === generation && !script) phase.set('failed');
      });
    },
    retry: () => phase.set('loading'),
    show() {
      isOpen = true;
      setUnread(0);
      if (booted) script?.show();
    },
    hide() {
      isOpen = false;
      script?.hide();
    },
  };
}

const VISITOR = 'visitor';
const nameOf = (identity: ChatIdentity) => (identity.kind === 'user' ? identity.id : VISITOR);

async function openScript(host: ServiceHost, chat: Page['brand']['chat']): Promise<ServiceScript> {
  switch (chat.kind) {
    case 'intercom':
      return (await import('./intercom-script.ts')).openIntercom(host, chat);
    case 'chatwoot':
      return (await import('./chatwoot-script.ts')).openChatwoot(host, chat);
    case 'built-in':
      throw new Error('Our own chat has no script');
  }
}
