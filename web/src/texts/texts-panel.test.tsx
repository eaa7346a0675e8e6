// @vitest-environment jsdom
import { allowTexts, endTexts, type Texts, viewTexts } from '@portside/contract/texts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken } from '../testing/stage.tsx';
import { TextsPanel } from './texts-panel.tsx';

const off: Texts = {
  offered: true,
  number: null,
  since: null,
  stopped: false,
  unreached: false,
  numbers: ['2125550101', '6175550133'],
  consent: { version: '1', text: 'I agree that Harbor texts me.' },
};
const on: Texts = { ...off, number: '6175550133', since: '2026-11-22T17:00:00Z' };

function show(...answers: Texts[]) {
  let current = answers[0] ?? off;
  const next = (message: string) => {
    current = answers[1] ?? current;
    return { message, ...current };
  };
  return showScreen(<TextsPanel />, {
    token: freshToken(),
    answers: [
      answering(viewTexts, () => current),
      answering(allowTexts, () => next('Texts are on.')),
      answering(endTexts, () => next('Texts are off.')),
    ],
  });
}

test('[M13] the words are read before texts are turned on, for the number that was chosen', async () => {
  const page = show(off, on);
  expect(await screen.findByText('I agree that Harbor texts me.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: '(617) 555-0133' }));
  await userEvent.click(screen.getByRole('button', { name: 'Turn on texts' }));
  expect(
    await screen.findByText('Texts go to (617) 555-0133. You turned them on Nov 22, 2026.'),
  ).toBeTruthy();
  expect(page.sent('allowTexts')).toEqual([{ number: '6175550133', version: '1' }]);
});

test('[M13] one press turns texts off', async () => {
  const page = show(on, off);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off texts' }));
  expect(await screen.findByRole('button', { name: 'Turn on texts' })).toBeTruthy();
  expect(page.sent('endTexts')).toEqual([{}]);
});

test('[M13] who answered STOP reads how to begin again; without a number there is no button', async () => {
  show({ ...off, stopped: true });
  expect(await screen.findByText(/text START to the number/)).toBeTruthy();
});

test('[M13] a brand that sends no texts says nothing about them', async () => {
  const page = show({ ...off, offered: false });
  await expect.poll(() => page.sent('viewTexts').length).toBe(1);
  expect(screen.queryByText('Text messages')).toBeNull();
});

test('[M13] a number where nobody gets texts is told, with what to do', async () => {
  show({ ...off, unreached: true });
  expect(await screen.findByText(/Our last text came back/)).toBeTruthy();
});
