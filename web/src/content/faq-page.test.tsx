// @vitest-environment jsdom
import type { TextPage } from '@portside/contract/content';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../testing/stage.tsx';
import { Component } from './faq-page.tsx';
import { matching } from './matches.ts';

const says = (text: string) => [{ kind: 'paragraph' as const, runs: [{ text }] }];
const page: TextPage = {
  title: 'Questions',
  blocks: [],
  sections: [
    { id: 'number', title: 'Can I keep my number?', blocks: says('Yes, with a transfer PIN.') },
    { id: 'abroad', title: 'Can I call from México?', blocks: says('With the larger plans.') },
    { id: 'imei', title: 'Does my phone work?', blocks: says('Dial *#06# to see its IMEI.') },
  ],
};

function open(at = '/faq') {
  const opened = openPage({
    routes: [{ path: '/faq', Component, loader: () => page }],
    at,
    answers: {},
  });
  onTestFinished(() => opened.close());
  return opened;
}

const shown = () => [...document.querySelectorAll('summary')].map((one) => one.textContent);

test('[A06] a search leaves the questions that have all of its words', async () => {
  open();
  const search = await screen.findByLabelText('Search the questions');
  expect(shown()).toHaveLength(3);
  await userEvent.type(search, 'keep transfer');
  expect(shown()).toEqual(['Can I keep my number?']);
  await userEvent.clear(search);
  await userEvent.type(search, 'zebra');
  expect(screen.getByRole('heading', { name: 'No question matches these words' })).toBeTruthy();
});

test('[A06] a link to an answer opens it and nothing else', async () => {
  open('/faq#imei');
  await waitFor(() => {
    expect(document.querySelector<HTMLDetailsElement>('details[open]')?.id).toBe('imei');
  });
  expect(document.querySelectorAll('details[open]')).toHaveLength(1);
});

test('[A06] an address with a stray percent sign shows the questions', async () => {
  open('/faq#100%');
  await screen.findByLabelText('Search the questions');
  expect(shown()).toHaveLength(3);
});

test('[A06] accents, case and the rest of a word do not count in a search', () => {
  const found = (search: string) => matching(page.sections, search).map((one) => one.id);
  expect(found('mexico')).toEqual(['abroad']);
  expect(found('TRANS')).toEqual(['number']);
  expect(found('*#06#')).toEqual(['imei']);
  expect(found('  ')).toEqual(['number', 'abroad', 'imei']);
  expect(found('ransfer')).toEqual([]);
});
