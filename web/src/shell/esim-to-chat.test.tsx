// @vitest-environment jsdom
import { viewChat } from '@portside/contract/chat';
import type { Line } from '@portside/contract/lines';
import { nameBrowser } from '@portside/contract/sessions';
import { viewEsim } from '@portside/contract/sim';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SimSetUp } from '../lines/sim-set-up-tile.tsx';
import { ChatBoot } from '../support/chat-boot-panel.tsx';
import { ChatTile } from '../support/chat-tile.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { line as stageLine } from '../testing/stage.tsx';

const line: Line = { ...stageLine, mdn: '2125550104', iccid: '8901410000000000013' };
const esim = {
  state: 'ready' as const,
  message: 'It is ready.',
  activationCode: 'LPA:1$smdp.harbor.example$K7',
  masked: false,
  smdpAddress: 'smdp.harbor.example',
  matchingId: 'K7',
  installUrls: null,
};
const setUp = () => screen.findByRole('button', { name: 'Set up eSIM' });

test('who asks about an eSIM is led from its dialog into the chat', async () => {
  const user = userEvent.setup();
  const screens = (
    <>
      <SimSetUp line={line} />
      <ChatTile />
      <ChatBoot />
    </>
  );
  const conversation = {
    messages: [],
    unread: 0,
    repliesTo: null,
    desk: {
      open: true,
      backAt: null,
    },
  };
  showScreen(screens, {
    answers: [
      answering(viewEsim, () => esim),
      answering(viewChat, () => ({ conversation })),
      answering(nameBrowser, () => ({ mid: 'brw_1.sig' })),
    ],
  });
  for (const _ of ['loads', 'is there already']) {
    await user.click(await setUp());
    await user.click(await screen.findByText('It did not work'));
    await user.click(screen.getByRole('button', { name: 'Chat with us' }));
    const chat = await screen.findByRole('dialog', { name: 'Chat with Harbor' });
    expect(screen.queryByRole('dialog', { name: 'Set up your eSIM' })).toBeNull();
    await waitFor(() => expect(chat.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(document.activeElement).toBe(await setUp()));
  }
});

test('a line whose eSIM is on has its button no more, and its dialog still leads into the chat', async () => {
  const user = userEvent.setup();
  const screens = (
    <>
      <SimSetUp line={{ ...line, esim: 'enabled' }} />
      <ChatTile />
      <ChatBoot />
    </>
  );
  const conversation = {
    messages: [],
    unread: 0,
    repliesTo: null,
    desk: {
      open: true,
      backAt: null,
    },
  };
  showScreen(screens, {
    at: '/dashboard?setup=l1',
    answers: [
      answering(viewEsim, () => ({ ...esim, state: 'enabled' as const })),
      answering(viewChat, () => ({ conversation })),
      answering(nameBrowser, () => ({ mid: 'brw_1.sig' })),
    ],
  });
  await user.click(await screen.findByText('It did not work'));
  await user.click(screen.getByRole('button', { name: 'Chat with us' }));
  const chat = await screen.findByRole('dialog', { name: 'Chat with Harbor' });
  await waitFor(() => expect(chat.contains(document.activeElement)).toBe(true));
});
