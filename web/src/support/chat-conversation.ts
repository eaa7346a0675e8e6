import { CallFailed, type Call, type CallOptions } from '@portside/contract/call';
import {
  type ChatIdentity,
  type ChatMessage,
  type Conversation,
  readChat,
  sendChatMessage,
  viewChat,
} from '@portside/contract/chat';
import { browserId, nameThisBrowser } from '../api/browser-name.ts';
import { followEvents } from '../api/events.ts';
import { newId } from '../api/new-id.ts';
import type { Page } from '../api/page.tsx';
import { createStore, type Store } from '../api/store.ts';
import { type Draft, storeDrafts, noDraft, type Unsent } from './chat-draft.ts';
import { type ChatWidget, setUnread } from './chat-widget.ts';

export interface ChatState {
  readonly identity: ChatIdentity | undefined;
  /** Undefined while loading. */
  readonly conversation: Conversation | undefined;
  readonly failed: boolean;
  readonly unsent: readonly Unsent[];
  /** The server's remark on the last message. */
  readonly told: string | undefined;
}

export interface BuiltInChat extends ChatWidget {
  readonly state: Store<ChatState>;
  readonly draft: Store<Draft>;
  open(): Promise<void>;
  say(text: string): void;
  /** Leaves an address for the reply to what was said last. */
  replyTo(email: string): Promise<void>;
  sayAgain(clientId: string): void;
  seen(): void;
  earlier(): Promise<void>;
}

const empty: ChatState = {
  identity: undefined,
  conversation: undefined,
  failed: false,
  unsent: [],
  told: undefined,
};

const chats = new WeakMap<Call, BuiltInChat>();

/** One for each page. */
export function chatOf(call: Call, page: Page): BuiltInChat {
  const chat = chats.get(call) ?? openChat(call, page);
  chats.set(call, chat);
  return chat;
}

function openChat(call: Call, page: Page): BuiltInChat {
  const state = createStore(empty);
  const draft = createStore(noDraft);
  const written = storeDrafts();
  /** Increases with each person: answers to earlier calls are dropped. */
  let generation = 0;
  /** Counts what is asked for: an answer from before the one that is shown comes too late. */
  let asked = 0;
  let shownSince = 0;
  let stopListening: (() => void) | undefined;
  /** One after the other keeps their order. */
  let sending = Promise.resolve();
  const set = (change: Partial<ChatState>) => {
    state.set({ ...state.get(), ...change });
    setUnread(state.get().conversation?.unread ?? 0);
  };
  const quiet = { quiet: true } as const;
  const shown = { shown: 'all' } as const;

  async function look(options: CallOptions): Promise<void> {
    const mine = generation;
    asked += 1;
    const order = asked;
    try {
      const { conversation } = await call(viewChat, {}, options);
      if (mine !== generation || order <= shownSince) return;
      shownSince = order;
      receive(conversation);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // What is shown stays; the next event loads the rest.
      if (mine === generation && !state.get().conversation) set({ failed: true });
    }
  }

  function receive(fresh: Conversation): void {
    const { conversation: shown, unsent } = state.get();
    const saved = new Set(fresh.messages.map((one) => one.clientId));
    set({
      conversation: shown ? withEarlier(shown, fresh) : fresh,
      failed: false,
      unsent: unsent.filter((one) => !saved.has(one.clientId)),
    });
    if (fresh.messages.length > 0) listen();
  }

  function listen(): void {
    if (stopListening) return;
    // Events may have been missed.
    const stopEvents = followEvents(
      page,
      ({ kind }) => {
        if (kind === 'chat') void look(quiet);
      },
      () => void look(quiet),
    );
    const back = () => void (document.visibilityState === 'visible' && look(quiet));
    addEventListener('focus', back);
    stopListening = () => {
      stopEvents();
      removeEventListener('focus', back);
    };
  }

  /** Also for a person who has left since. */
  function changeUnsent(becomes: (unsent: readonly Unsent[]) => readonly Unsent[]): void {
    set({ unsent: becomes(state.get().unsent) });
    written.change(becomes);
  }

  const drop = (clientId: string) =>
    changeUnsent((unsent) => unsent.filter((one) => one.clientId !== clientId));

  const mark = (clientId: string, fault: string | undefined) =>
    changeUnsent((unsent) =>
      unsent.map((one) => (one.clientId === clientId ? { ...one, fault } : one)),
    );

  async function send(clientId: string): Promise<void> {
    const mine = generation;
    const one = state.get().unsent.find((each) => each.clientId === clientId);
    if (!one) return;
    const { text } = one;
    try {
      await nameThisBrowser(call);
      const answer = await call(sendChatMessage, { text, clientId }, shown);
      drop(clientId);
      if (mine === generation) addSent(answer.sent, answer.message);
      else if (state.get().identity) void look(quiet);
    } catch (error) {
      // Whatever it was, the messages after this one are sent.
      const told = error instanceof CallFailed ? (error.errors[0]?.message ?? error.message) : '';
      mark(clientId, told);
    }
  }

  function addSent(sent: ChatMessage, message: string): void {
    shownSince = asked;
    const { conversation } = state.get();
    const there = conversation?.messages.some((one) => one.id === sent.id);
    set({
      told: sent.masked ? message : undefined,
      ...(conversation &&
        !there && {
          conversation: { ...conversation, messages: [...conversation.messages, sent] },
        }),
    });
    listen();
    // The reply address may have changed.
    void look(quiet);
  }

  function begin(identity: ChatIdentity | undefined): void {
    const here = { draft: draft.get(), unsent: state.get().unsent };
    const before = state.get().identity;
    if (before) written.leave(before, here);
    // Drafts from before the person was known become theirs.
    const since = before ? [] : [here];
    const own = identity
      ? written.restore(identity, since)
      : (since[0] ?? { draft: noDraft, unsent: [] });
    generation += 1;
    stopListening?.();
    stopListening = undefined;
    state.set({ ...empty, identity, unsent: own.unsent });
    draft.set(own.draft);
    setUnread(0);
    // Sent again: the client id keeps it single.
    if (!identity) return;
    for (const { clientId, fault } of own.unsent) if (fault === undefined) sendNext(clientId);
  }

  const sendNext = (clientId: string) => {
    sending = sending.then(() => send(clientId));
  };

  return {
    state,
    draft,
    boot(identity) {
      begin(identity);
      // A nameless browser has no conversation yet.
      if (identity.kind === 'user' || browserId() !== undefined) void look(quiet);
    },
    shutdown: () => begin(undefined),
    async open() {
      set({ failed: false });
      await nameThisBrowser(call);
      await look(state.get().conversation ? quiet : shown);
    },
    say(text) {
      const clientId = newId();
      const unsent = [...state.get().unsent, { clientId, text, fault: undefined }];
      set({ unsent, told: undefined });
      sendNext(clientId);
    },
    async replyTo(email) {
      const { conversation } = state.get();
      const last = conversation?.messages.findLast((one) => one.from === 'you');
      if (!last?.clientId) return;
      // The same message again: it is stored once, and its address is kept.
      await call(sendChatMessage, { text: last.text, clientId: last.clientId, email }, shown);
      await look(quiet);
    },
    sayAgain(clientId) {
      mark(clientId, undefined);
      sendNext(clientId);
    },
    seen() {
      const { conversation } = state.get();
      if (!conversation || conversation.unread === 0) return;
      const last = conversation.messages.findLast((one) => one.from === 'desk');
      set({ conversation: { ...conversation, unread: 0 } });
      call(readChat, last ? { upTo: last.id } : {}, quiet).catch(() => undefined);
    },
    async earlier() {
      const mine = generation;
      const cursor = state.get().conversation?.next;
      if (cursor === undefined) return;
      const { conversation: older } = await call(viewChat, { cursor });
      const { conversation } = state.get();
      if (mine !== generation || !conversation) return;
      const { next: _next, ...rest } = conversation;
      set({
        conversation: {
          ...rest,
          messages: [...older.messages, ...conversation.messages],
          ...(older.next !== undefined && { next: older.next }),
        },
      });
    },
  };
}

function withEarlier(shown: Conversation, fresh: Conversation): Conversation {
  const first = fresh.messages[0];
  const at = shown.messages.findIndex((one) => one.id === first?.id);
  if (at <= 0) return fresh;
  const { next: _next, ...rest } = fresh;
  return {
    ...rest,
    messages: [...shown.messages.slice(0, at), ...fresh.messages],
    ...(shown.next !== undefined && { next: shown.next }),
  };
}
