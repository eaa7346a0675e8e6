// @vitest-environment jsdom
import type { HomeWords } from '@portside/contract/content';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { brand, openPage } from '../testing/stage.tsx';
import { HeroSide, Rest } from './rest-panel.tsx';

const told = { title: 'Told', text: 'Plainly' };
const words: HomeWords = {
  hero: told,
  plansTitle: 'Plans',
  steps: { title: 'Steps', items: [told] },
  bringNumber: { ...told, needsTitle: 'Needs', needs: ['a PIN'], note: 'Minutes.' },
  esim: { title: 'eSIM', items: [told] },
  feesTitle: 'Fees',
  questions: { title: 'Asked', items: [told] },
};

function open(more: Partial<HomeWords>) {
  const all = { ...words, ...more };
  const Component = () => (
    <>
      <HeroSide network={all.network} plans={[]} />
      <Rest words={all} />
    </>
  );
  const page = openPage({ routes: [{ path: '/', Component }], at: '/', answers: {} });
  onTestFinished(() => page.close());
}

const network = { name: 'Tideway', title: 'Does it reach you?', text: 'It runs on Tideway.' };

test('[A01] the home page has the brand’s network, its map, and what its customers say', async () => {
  const map = { file: 'map.svg', title: 'Where', text: 'Nearly everywhere.', alt: 'A map' };
  open({
    network: { ...network, map },
    customers: { title: 'They say', items: [{ quote: '“Yes.”', who: 'Ann' }], note: 'Samples.' },
  });
  expect(await screen.findByRole('heading', { name: 'Does it reach you?' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'A map' }).getAttribute('src')).toBe(
    `/brands/${brand.id}/map.svg`,
  );
  expect(screen.getByText('Our network: Tideway.')).toBeTruthy();
  expect(screen.getByText('“Yes.”').closest('figure')?.textContent).toBe('“Yes.”Ann');
  expect(screen.getByText('Samples.')).toBeTruthy();
});

test('what a brand does not tell of its network and its customers is not there', async () => {
  open({});
  expect(await screen.findByRole('heading', { name: 'Does it work where you live?' })).toBeTruthy();
  expect(screen.getByRole('form', { name: 'Check your coverage' })).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.querySelector('blockquote, #network, #customers')).toBeNull();
});

test('a network without a map is named on the first screen only', async () => {
  open({ network });
  expect(await screen.findByText('It runs on Tideway.')).toBeTruthy();
  expect(document.querySelector('#network')).toBeNull();
});
