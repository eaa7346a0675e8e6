// @vitest-environment jsdom
import { logout } from '@portside/contract/sign-in';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, maya } from '../testing/stage.tsx';
import { AgentPanel } from './agent-panel.tsx';

test.each(['/shop', '/'])(
  '[A16] on %s the bar says who looks at whose account until when',
  async (at) => {
    const agent = { name: 'Sam Agent', until: '2026-11-05T21:27:00Z' };
    const { sent, router } = showScreen(<AgentPanel user={{ ...maya, agent }} />, {
      at,
      token: freshToken(900),
      answers: [answering(logout, () => ({ message: 'Bye' }))],
    });
    expect(screen.getByRole('complementary', { name: 'Support session' }).textContent).toContain(
      'Sam Agent is looking at the account of Maya Alvarez, until 4:27 PM.',
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(session.get().isLoggedIn).toBe(false));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent('logout')).toHaveLength(1);
  },
);
