// @vitest-environment jsdom
import { viewCoverage } from '@portside/contract/coverage';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { givenZipCode } from '../api/zip-code.ts';
import { no, openPage, type Answers } from '../testing/stage.tsx';
import { CoverageForm } from './coverage-form.tsx';

beforeEach(() => sessionStorage.clear());

function open(answers: Answers) {
  const page = openPage({
    routes: [
      { path: '/', Component: CoverageForm },
      { path: '/shop', Component: () => <h1>The shop</h1> },
    ],
    at: '/',
    answers,
  });
  onTestFinished(() => page.close());
  return page;
}

const field = () => screen.getByLabelText<HTMLInputElement>('ZIP Code');
async function ask(zipCode: string) {
  await userEvent.type(await screen.findByLabelText('ZIP Code'), zipCode);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
}

test('[A01] a ZIP Code is covered or not before a plan is chosen, and the shop knows it then', async () => {
  const message = 'We cover 10004 with 4G LTE.';
  const page = open({ [viewCoverage.name]: () => ({ network: '4G', message }) });
  await ask('10004');
  expect((await screen.findByText(message)).closest('[aria-live=polite]')).toBeTruthy();
  expect(page.sent('viewCoverage')).toEqual([{ zipCode: '10004' }]);
  expect(givenZipCode.get()).toBe('10004');
  await userEvent.click(screen.getByRole('link', { name: 'See what you pay in 10004' }));
  expect(await screen.findByRole('heading', { name: 'The shop' })).toBeTruthy();
});

test('[A01] a ZIP Code that is none, or not covered, is told at the field and kept nowhere', async () => {
  const message = 'We don’t cover this ZIP Code yet.';
  const page = open({ [viewCoverage.name]: () => ({ network: 'none', message }) });
  await ask('1000');
  expect(await screen.findByText('Please enter 5 digit ZIP Code')).toBeTruthy();
  expect(page.sent('viewCoverage')).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await userEvent.clear(field());
  await ask('00000');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(givenZipCode.get()).toBe('');
});

test('[A01] while the carrier is down the home page says so, and still leads to the plans', async () => {
  const message = 'We can’t check the coverage in 10005 right now.';
  open({ [viewCoverage.name]: () => ({ network: 'unknown', message }) });
  await ask('10005');
  await screen.findByText(message);
  expect(screen.getByRole('link', { name: 'See what you pay in 10005' })).toBeTruthy();
});

test('a question that fails can be asked again', async () => {
  let isDown = true;
  open({
    [viewCoverage.name]: () => {
      if (isDown) throw no(503, { message: 'Try again' });
      return { network: '5G', message: 'We cover 10005 with 5G.' };
    },
  });
  await ask('10005');
  isDown = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Check', busy: false }));
  await screen.findByText('We cover 10005 with 5G.');
});
