import userEvent from '@testing-library/user-event';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { onTestFinished } from 'vitest';
import { Component as CrmLoginPage } from '../sign-in/crm-login-page.tsx';
import { Component as ForgotPasswordPage } from '../sign-in/forgot-password-page.tsx';
import { Component as LoginPage } from '../shell/login-route.tsx';
import { Component as LoginWithPasswordPage } from '../sign-in/login-with-password-page.tsx';
import { Component as LoginWithoutPasswordPage } from '../sign-in/login-without-password-page.tsx';
import { Component as NotMePage } from '../sign-in/not-me-page.tsx';
import { Component as OtpLoginPage } from '../sign-in/otp-login-page.tsx';
import { Component as RegisterPage } from '../sign-in/register-page.tsx';
import { Component as ResetPasswordPage } from '../sign-in/reset-password-page.tsx';
import type { Answer } from './show-screen.tsx';
import { type Answers, fill, openPage } from './stage.tsx';

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`Arrived at ${pathname}${search}`}</p>;
}

/** Every page around signing in, with what a test lets the server answer; nobody is logged in. */
export function openSignIn(at: string, answers: readonly Answer[], token?: string) {
  localStorage.clear();
  const page = openPage({
    at,
    token,
    answers: Object.fromEntries(answers.map((one) => [one.name, one.answer])) as Answers,
    routes: [
      { path: '/login', Component: LoginPage },
      { path: '/login-with-password', Component: LoginWithPasswordPage },
      { path: '/login-without-password', Component: LoginWithoutPasswordPage },
      { path: '/otp-login', Component: OtpLoginPage },
      { path: '/register', Component: RegisterPage },
      { path: '/forgot-password', Component: ForgotPasswordPage },
      { path: '/reset-password', Component: ResetPasswordPage },
      { path: '/crm-login', Component: CrmLoginPage },
      { path: '/not-me', Component: NotMePage },
      { path: '*', Component: Elsewhere },
    ],
  });
  onTestFinished(() => page.close());
  const user = userEvent.setup();
  return {
    ...page,
    user,
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    follow: async (name: string) => user.click(await screen.findByRole('link', { name })),
    type: async (label: string, text: string) => {
      const field = await screen.findByLabelText<HTMLInputElement>(label);
      await user.clear(field);
      if (text) await fill(user, field, text);
    },
    path: () => page.router.state.location.pathname,
  };
}

/** The sentences at a field, as a screen reader reads them. */
export function said(label: string): string | undefined {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  const id = ids.find((one) => one.endsWith('-error'));
  return id === undefined ? undefined : (document.getElementById(id)?.textContent ?? undefined);
}
