// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import { contactUs } from '@portside/contract/support';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, maya, no } from '../testing/stage.tsx';
import { ContactForm } from './contact-form.tsx';
import { Component as ContactPage } from './contact-page.tsx';

const sent = answering(contactUs, () => ({ message: 'Message sent. We reply soon.' }));

async function fill() {
  await userEvent.type(screen.getByLabelText('Name'), 'Noor');
  await userEvent.type(screen.getByLabelText('Email'), 'noor@example.com');
  await userEvent.type(screen.getByLabelText('Message'), 'Does my phone work?');
}

test('[E14] a message is sent with Send Message, and what came of it is said', async () => {
  const page = showScreen(<ContactForm text="We answer." title="Write to us" />, {
    answers: [sent],
  });
  expect(screen.getByRole('heading', { name: 'Write to us' })).toBeTruthy();
  expect(screen.getByText('We answer.')).toBeTruthy();
  expect(screen.getByLabelText('Message').tagName).toBe('TEXTAREA');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  expect((await screen.findByRole('status')).textContent).toContain('Message sent');
  expect(page.sent('contactUs')).toEqual([
    { name: 'Noor', email: 'noor@example.com', message: 'Does my phone work?', website: '' },
  ]);
});

test('[E14] title and text above the form are optional', () => {
  showScreen(<ContactForm />, { answers: [sent] });
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.getByRole('form')).toBeTruthy();
});

test('[H29][H01][H02] an empty form is not sent, and each field has its sentence', async () => {
  const page = showScreen(<ContactForm />, { answers: [sent] });
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(await screen.findByText('Please enter your name')).toBeTruthy();
  expect(
    screen.getByText('Please enter a valid email address. Example: name@example.com'),
  ).toBeTruthy();
  expect(screen.getByText('Please enter a message')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(page.calls).toEqual([]);
});

test('[H28][E14] what the server does not accept shows at its field, and the words are kept', async () => {
  const message = 'Please enter a message';
  const refused = answering(contactUs, () => {
    throw no(400, { message, errors: [{ field: 'message', message }] });
  });
  showScreen(<ContactForm />, { answers: [refused] });
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Noor');
});

test('[A05] the contact page has the form, the phone with its hours, relay and the address', () => {
  showScreen(<ContactPage />, { at: '/contact-us', answers: [sent] });
  expect(screen.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send Message' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '(212) 555-0100' }).getAttribute('href')).toBe(
    'tel:2125550100',
  );
  expect(screen.getByRole('link', { name: '711' })).toBeTruthy();
  expect(screen.getByText('Every day')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'help@harbor.example' })).toBeTruthy();
});

const account = answering(viewUser, () => maya);
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('[E14] who is logged in finds name and email filled in, may change them, and finds them again', async () => {
  const page = showScreen(<ContactForm />, { answers: [sent, account], token: freshToken() });
  await waitFor(() => expect(value('Email')).toBe('maya@example.com'));
  expect(value('Name')).toBe('Maya Alvarez');
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'work@example.com');
  await userEvent.type(screen.getByLabelText('Message'), 'Does my phone work?');
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByRole('status');
  expect(page.sent('contactUs')).toMatchObject([
    { name: 'Maya Alvarez', email: 'work@example.com', message: 'Does my phone work?' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Write another message' }));
  expect([value('Name'), value('Email'), value('Message')]).toEqual([
    'Maya Alvarez',
    'maya@example.com',
    '',
  ]);
});

test('[E14] what was typed before the account is known stays, and staff in an account fill in nothing', async () => {
  const late = Promise.withResolvers<void>();
  const answer = answering(viewUser, () => late.promise.then(() => maya));
  const page = showScreen(<ContactForm />, { answers: [answer], token: freshToken() });
  await userEvent.type(screen.getByLabelText('Name'), 'Mia');
  late.resolve();
  await waitFor(() => expect(value('Email')).toBe('maya@example.com'));
  expect(value('Name')).toBe('Mia');
  page.close();
  const agent = answering(viewUser, () => ({
    ...maya,
    agent: { name: 'Aya Tanaka', until: '2099-11-06T03:30:00Z' },
  }));
  showScreen(<ContactForm />, { answers: [agent], token: freshToken() });
  await waitFor(() => expect(session.get().userInfo?.agent).toBeTruthy());
  expect([value('Name'), value('Email')]).toEqual(['', '']);
});

test('[P05] who was harmed by somebody on the account finds the way to an own one here', () => {
  showScreen(<ContactPage />, { at: '/contact-us' });
  const link = screen.getByRole('link', { name: 'Leave a shared account safely' });
  expect(link.getAttribute('href')).toBe('/own-account');
});
