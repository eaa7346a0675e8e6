// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import {
  type ChatIdentity,
  type ChatMessage,
  type Conversation,
  readChat,
  sendChatMessage,
  viewChat,
} from '@portside/contract/chat';
import { nameBrowser } from '@portside/contract/sessions';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lost, maya, no } from '../testing/stage.tsx';
import { openChat as openIt } from '../api/chat-door.ts';
import { ChatBoot } from './chat-boot-panel.tsx';
import { ChatNewsTile, ChatTile } from './chat-tile.tsx';

beforeEach(() => localStorage.clear());

const from = (author: 'you' | 'desk', text: string, more: Partial<ChatMessage> = {}) => ({
  id: `msg_${text}`,
  from: author,
  text,
  at: '2026-11-20T15:04:00.000Z',
  masked: false,
  ...more,
});
const quiet: Conversation = {
  messages: [],
  unread: 0,
  desk: { open: true, backAt: null },
  repliesTo: null,
};
const named = answering(nameBrowser, () => ({ mid: 'brw_1.sig' }));
const seen = answering(readChat, () => ({ message: 'Seen.' }));
/** The server's side of a conversation: what is sent is there the next time, once. */
function desk(change: Partial<Conversation> = {}) {
  const conversation = { ...quiet, ...change };
  return [
    named,
    seen,
    answering(viewChat, () => ({ conversation: { ...conversation } })),
    answering(sendChatMessage, ({ text, clientId = '' }) => {
      const { messages } = conversation;
      const known = messages.find((one) => one.clientId === clientId);
      const sent = known ?? from('you', text, { clientId });
      conversation.messages = known ? messages : [...messages, sent];
      return { message: 'Sent.', sent };
    }),
  ];
}
const launcher = () => screen.getByRole('button', { name: /^Chat/ });
/** As a page has it: in its header, at its end, and above it. */
const Chat = (props: Parameters<typeof ChatBoot>[0]) => (
  <>
    <ChatNewsTile />
    <ChatTile />
    <ChatBoot {...props} />
  </>
);
async function openChat() {
  await userEvent.click(launcher());
  const panel = await screen.findByRole('dialog', { name: 'Chat with Harbor' });
  return within(panel);
}

// The first test of the file: nobody has touched the page of this process yet.
test('the link of an email opens the chat for a logged-in customer, untouched', async () => {
  showScreen(<Chat />, { at: '/dashboard#chat', token: freshToken(), answers: desk() });
  expect(await screen.findByText('Hello Maya, how can we help?')).toBeTruthy();
});

test('[F08] the chat starts with name, email, id and user hash, and anonymously once logged out', async () => {
  const seenBy: (ChatIdentity | 'shutdown')[] = [];
  const widget = {
    boot: (identity: ChatIdentity) => seenBy.push(identity),
    shutdown: () => seenBy.push('shutdown'),
  };
  const userHash = 'ab12'.repeat(16);
  showScreen(<Chat load={async () => widget} />, {
    token: freshToken(),
    answers: [answering(viewUser, () => ({ ...maya, userHash }))],
  });
  expect(seenBy).toEqual([]);
  fireEvent.pointerDown(document.body);
  const { id, firstName, email } = maya;
  await waitFor(() => expect(seenBy).toEqual([{ kind: 'user', id, firstName, email, userHash }]));
  session.end();
  await waitFor(() => expect(seenBy.slice(1)).toEqual(['shutdown', { kind: 'anonymous' }]));
});

test('an agent who looks at an account has no chat', async () => {
  const agent = { name: 'Dana', until: '2026-11-20T16:00:00.000Z' };
  showScreen(<Chat />, {
    token: freshToken(),
    answers: [answering(viewUser, () => ({ ...maya, agent }))],
  });
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('a visitor asks: it is shown at once, sent with a name of its own, and kept', async () => {
  const page = showScreen(<Chat />, { answers: desk() });
  const chat = await openChat();
  expect(await chat.findByText('How can we help?')).toBeTruthy();
  const box = chat.getByLabelText<HTMLTextAreaElement>('Your message');
  await waitFor(() => expect(document.activeElement).toBe(box));
  await userEvent.type(box, 'Does it work?{Enter}');
  expect(box.value).toBe('');
  await waitFor(() => expect(chat.queryByText('Sending')).toBeNull());
  expect(within(chat.getByRole('log')).getAllByText('Does it work?')).toHaveLength(1);
  const [input] = page.sent('sendChatMessage');
  expect(input).toEqual({
    text: 'Does it work?',
    clientId: expect.stringMatching(/^[\w-]{8,64}$/),
  });
});

test('Escape closes it and gives the focus back; half a sentence is still there afterwards', async () => {
  showScreen(<Chat />, { answers: desk() });
  const chat = await openChat();
  await userEvent.type(chat.getByLabelText('Your message'), 'Half a{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(launcher()));
  const again = await openChat();
  expect(again.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('Half a');
});

test('a message that fails for any other reason says so, and the next one is sent', async () => {
  let failures = 1;
  const [, , view, send] = desk();
  const flaky = {
    name: 'sendChatMessage',
    answer: (input: never) => {
      failures -= 1;
      if (failures >= 0) throw new TypeError('Failed to fetch dynamically imported module');
      return send?.answer(input);
    },
  };
  const page = showScreen(<Chat />, { answers: [flaky, named, seen, view ?? seen] });
  const chat = await openChat();
  const box = chat.getByLabelText('Your message');
  await userEvent.type(box, 'Hello{Enter}');
  expect(await chat.findByText('Not sent.')).toBeTruthy();
  await userEvent.type(box, 'Anybody there?{Enter}');
  await waitFor(() => expect(page.sent('sendChatMessage')).toHaveLength(2));
  await waitFor(() => expect(chat.queryByText('Sending')).toBeNull());
  expect(chat.getAllByText('Not sent.')).toHaveLength(1);
  await userEvent.click(chat.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(chat.queryByText(/Not sent/)).toBeNull());
});

test('what could not be sent says so, and goes again under the same name', async () => {
  let reached = false;
  const [, , view, send] = desk();
  const flaky = {
    name: 'sendChatMessage',
    answer: (input: never) => {
      if (!reached) throw lost();
      return send?.answer(input);
    },
  };
  const page = showScreen(<Chat />, { answers: [flaky, named, seen, view ?? seen] });
  const chat = await openChat();
  await userEvent.type(chat.getByLabelText('Your message'), 'Hello');
  await userEvent.click(chat.getByRole('button', { name: 'Send' }));
  expect(await chat.findByText('Not sent. Network Error')).toBeTruthy();
  reached = true;
  await userEvent.click(chat.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(chat.queryByText(/Not sent/)).toBeNull());
  const [first, second] = page.sent('sendChatMessage');
  expect(second).toEqual(first);
  expect(chat.getAllByText('Hello')).toHaveLength(1);
});

test('a reply is marked by a number and in words, until it is seen', async () => {
  localStorage.setItem('mid', 'brw_1.sig');
  const reply = from('desk', 'Yes, it does.');
  let unread = 1;
  const page = showScreen(<Chat />, {
    answers: [
      answering(readChat, () => {
        unread = 0;
        return { message: 'Seen.' };
      }),
      answering(viewChat, () => ({ conversation: { ...quiet, messages: [reply], unread } })),
    ],
  });
  fireEvent.pointerDown(document.body);
  expect(await screen.findByRole('button', { name: /^Chat.*1 new message$/ })).toBeTruthy();
  // In the header as well: the end of the page may be far away.
  expect(screen.getByRole('button', { name: '1 new message' })).toBeTruthy();
  expect(document.querySelector('[aria-live]')?.textContent).toBe('1 new message');
  expect(page.sent('readChat')).toEqual([]);
  const chat = await openChat();
  expect(chat.getByText('Yes, it does.')).toBeTruthy();
  expect(chat.getByText('Harbor support')).toBeTruthy();
  await waitFor(() => expect(page.sent('readChat')).toEqual([{ upTo: reply.id }]));
  await userEvent.keyboard('{Escape}');
  expect(launcher().textContent).toBe('Chat');
  expect(screen.queryByRole('button', { name: '1 new message' })).toBeNull();
});

test('opened from elsewhere on the page, the chat gives the focus back to where it was', async () => {
  const elsewhere = (
    <>
      <button onClick={(event) => openIt(event.currentTarget)}>Ask us</button>
      <Chat />
    </>
  );
  showScreen(elsewhere, { answers: desk() });
  const opener = screen.getByRole('button', { name: 'Ask us' });
  await userEvent.click(opener);
  const chat = within(await screen.findByRole('dialog', { name: 'Chat with Harbor' }));
  await chat.findByText('How can we help?');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a chat that did not load says so, and loads again', async () => {
  let down = true;
  const view = answering(viewChat, () => {
    if (down) throw no(503, { message: 'Please try again.' });
    return { conversation: quiet };
  });
  showScreen(<Chat />, { answers: [named, view] });
  const chat = await openChat();
  expect(await chat.findByRole('heading', { name: 'The chat didn’t load' })).toBeTruthy();
  down = false;
  await userEvent.click(chat.getByRole('button', { name: 'Try again' }));
  expect(await chat.findByText('How can we help?')).toBeTruthy();
});

test('[F08] after hours a message is answered at once, and then a visitor is asked where to reply', async () => {
  const closed = { open: false, backAt: '2026-11-23T13:00:00.000Z' };
  const page = showScreen(<Chat />, { answers: desk({ desk: closed }) });
  const chat = await openChat();
  expect(
    await chat.findByText(/^We’re back Monday.* 8:00.*AM EST\. Leave a message\.$/),
  ).toBeTruthy();
  expect(chat.queryByLabelText(/^Email for our reply/)).toBeNull();
  expect(chat.queryByText(/^Got it/)).toBeNull();
  await userEvent.type(chat.getByLabelText('Your message'), 'Hello{Enter}');
  expect(
    await chat.findByText(/^Got it\. We’ll reply here from Monday.* 8:00.*AM EST\.$/),
  ).toBeTruthy();
  const email = chat.getByLabelText('Email for our reply');
  await userEvent.type(email, 'noor');
  await userEvent.click(chat.getByRole('button', { name: 'Reply there too' }));
  expect(
    await chat.findByText('Please enter a valid email address. Example: name@example.com'),
  ).toBeTruthy();
  await userEvent.type(email, '@example.com');
  await userEvent.click(chat.getByRole('button', { name: 'Reply there too' }));
  await waitFor(() =>
    expect(page.sent('sendChatMessage')).toMatchObject([
      { text: 'Hello' },
      { text: 'Hello', email: 'noor@example.com' },
    ]),
  );
  const [first, second] = page.sent('sendChatMessage') as { clientId: string }[];
  expect(second?.clientId).toBe(first?.clientId);
});

test('[F08] while support is there, nothing promises a later reply', async () => {
  showScreen(<Chat />, { answers: desk() });
  const chat = await openChat();
  await userEvent.type(chat.getByLabelText('Your message'), 'Hello{Enter}');
  expect(await chat.findByText('Hello')).toBeTruthy();
  expect(chat.queryByText(/^Got it/)).toBeNull();
});

test('a customer is greeted by name and not asked for an address; one logged out sees nothing of it', async () => {
  const said = from('you', 'About my bill');
  const answers = desk({ desk: { open: false, backAt: null }, repliesTo: maya.email });
  const page = showScreen(<Chat />, { token: freshToken(), answers });
  const chat = await openChat();
  expect(await chat.findByText('Hello Maya, how can we help?')).toBeTruthy();
  expect(chat.queryByLabelText(/^Email for our reply/)).toBeNull();
  await userEvent.type(chat.getByLabelText('Your message'), `${said.text}{Enter}`);
  expect(await chat.findByText(`If you leave, we’ll reply to ${maya.email}.`)).toBeTruthy();
  const view = page.sent('viewChat').length;
  session.end();
  await waitFor(() => expect(page.sent('viewChat').length).toBeGreaterThan(view));
  // What the server answers to a browser that nobody is logged in at is shown, and nothing before.
  expect(screen.queryByText('Hello Maya, how can we help?')).toBeNull();
});

test('half a sentence goes along to the login, and is not shown to the next person after a logout', async () => {
  showScreen(<Chat />, { answers: desk() });
  const chat = await openChat();
  const box = () => chat.getByLabelText<HTMLTextAreaElement>('Your message');
  await chat.findByText('How can we help?');
  await userEvent.type(box(), 'Where is');
  session.signIn(freshToken());
  expect(await chat.findByText('Hello Maya, how can we help?')).toBeTruthy();
  expect(box().value).toBe('Where is');
  await userEvent.type(box(), ' my SIM');
  session.end();
  expect(await chat.findByText('How can we help?')).toBeTruthy();
  expect(box().value).toBe('');
  session.signIn(freshToken(7200));
  expect(await chat.findByText('Hello Maya, how can we help?')).toBeTruthy();
  expect(box().value).toBe('Where is my SIM');
});

test('a message that the end of the session stopped is there again after the login', async () => {
  let over = true;
  const [, , view, send] = desk();
  const sending = {
    name: 'sendChatMessage',
    answer: (input: never) => {
      if (!over) return send?.answer(input);
      session.end();
      throw no(401, { message: 'Please log in again.' });
    },
  };
  const token = freshToken();
  showScreen(<Chat />, { token, answers: [sending, named, seen, view ?? seen] });
  const chat = await openChat();
  await chat.findByText('Hello Maya, how can we help?');
  await userEvent.type(chat.getByLabelText('Your message'), 'A long question{Enter}');
  expect(await chat.findByText('How can we help?')).toBeTruthy();
  expect(chat.queryByText('A long question')).toBeNull();
  over = false;
  session.signIn(freshToken(7200));
  await userEvent.click(await chat.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(chat.queryByText(/Not sent/)).toBeNull());
  expect(within(chat.getByRole('log')).getAllByText('A long question')).toHaveLength(1);
});

test('what was typed while the chat did not load is there when it has', async () => {
  let fail = () => {};
  const down = new Promise<never>((_, reject) => {
    fail = () => reject(no(503, { message: 'Please try again.' }));
  });
  let isDown = true;
  const view = answering(viewChat, () => (isDown ? down : { conversation: quiet }));
  showScreen(<Chat />, { answers: [named, view] });
  const chat = await openChat();
  await userEvent.type(chat.getByLabelText('Your message'), 'Typed early');
  fail();
  await chat.findByRole('heading', { name: 'The chat didn’t load' });
  isDown = false;
  await userEvent.click(await chat.findByRole('button', { name: 'Try again' }));
  expect(await chat.findByText('How can we help?')).toBeTruthy();
  expect(chat.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('Typed early');
});

test('a card number that was taken out is told, in the server’s words', async () => {
  const message = 'Sent. We took a card number out of it.';
  const send = answering(sendChatMessage, ({ clientId = '' }) => ({
    message,
    sent: from('you', 'On •••• 4242', { clientId, masked: true }),
  }));
  showScreen(<Chat />, { answers: [send, ...desk()] });
  const chat = await openChat();
  await userEvent.type(chat.getByLabelText('Your message'), 'On 4242424242424242{Enter}');
  expect(await chat.findByText(message)).toBeTruthy();
});

test('earlier messages come on request, above those that are shown', async () => {
  const view = answering(viewChat, ({ cursor }) => ({
    conversation: cursor
      ? { ...quiet, messages: [from('you', 'First of all')] }
      : { ...quiet, messages: [from('desk', 'Lately')], next: '7' },
  }));
  showScreen(<Chat />, { answers: [named, view] });
  const chat = await openChat();
  await userEvent.click(await chat.findByRole('button', { name: 'Show earlier messages' }));
  await chat.findByText('First of all');
  const shown = chat.getByRole('log').textContent;
  expect(shown.indexOf('First of all')).toBeLessThan(shown.indexOf('Lately'));
  expect(chat.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
});

test('an answer from before a message was sent does not take it away', async () => {
  const before = { ...quiet, messages: [from('desk', 'Hello')] };
  const [, , view, send] = desk(before);
  const late = Promise.withResolvers<object>();
  let isLate = false;
  const slow = {
    name: 'viewChat',
    answer(input: never) {
      if (!isLate) return view?.answer(input);
      isLate = false;
      return late.promise;
    },
  };
  const page = showScreen(<Chat />, { answers: [slow, named, seen, send ?? seen] });
  const chat = await openChat();
  await chat.findByText('Hello');
  isLate = true;
  fireEvent.focus(window);
  const looks = page.sent('viewChat').length;
  await userEvent.type(chat.getByLabelText('Your message'), 'Are you there?{Enter}');
  await waitFor(() => expect(page.sent('viewChat').length).toBeGreaterThan(looks));
  await waitFor(() => expect(chat.queryByText('Sending')).toBeNull());
  await act(async () => late.resolve({ conversation: before }));
  expect(within(chat.getByRole('log')).getByText('Are you there?')).toBeTruthy();
});
