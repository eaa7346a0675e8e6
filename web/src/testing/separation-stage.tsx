import type { Separation } from '@portside/contract/line-separation';
import { fireEvent, screen } from '@testing-library/react';
import { type Answer, showScreen } from './show-screen.tsx';
import { Component as OwnAccountPage } from '../line-separation/own-account-page.tsx';

export const token = 'tok_0123456789abcdef0123456789abcdef0123456';

/** A request that waits for its document. */
export const separation: Separation = {
  reference: 'LS-7K2M',
  state: 'open',
  email: 'n•••@example.com',
  lines: [{ number: '2125550101', who: 'own', proven: false }],
  documents: [],
  missing: ['document'],
  receivedAt: '2099-11-27T15:00:00Z',
  texts: true,
};

export const waiting: Separation = {
  ...separation,
  state: 'waiting',
  missing: [],
  documents: [{ id: 'doc_1', kind: 'official', name: 'report.pdf', at: '2099-11-27T15:10:00Z' }],
  answerBy: '2099-12-02T04:59:59Z',
};

/** The page, with the link of an email or without. */
export function openOwnAccount(answers: readonly Answer[], link: string = '') {
  return showScreen(<OwnAccountPage />, { at: `/own-account${link}`, answers });
}

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }));
export const value = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label).value;
