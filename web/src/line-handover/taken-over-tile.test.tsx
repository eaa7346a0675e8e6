// @vitest-environment jsdom
import type { LineDetail } from '@portside/contract/line-detail';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { showScreen } from '../testing/show-screen.tsx';
import { lineDetail } from '../testing/stage.tsx';
import { TakenOver } from './taken-over-tile.tsx';

const Arrived = () => useLocation().state && <p>Arrived</p>;

async function arrive(
  state: Record<string, unknown>,
  change: Partial<LineDetail> = {},
  can?: readonly CarrierCapability[],
) {
  const page = showScreen(
    <>
      <TakenOver line={{ ...lineDetail, ...change }} />
      <Arrived />
    </>,
    can && { can },
  );
  await page.router.navigate('/', { state });
  await screen.findByText('Arrived');
}

const yours = 'This line is yours now. It’s paid until Nov 5, 2099, and autopay is off.';

const before = 'Until it’s set, 911 may get the address of whoever had this line before.';

test('[P06] right after a line was accepted its page says what is so, with the focus there', async () => {
  await arrive({ takenOver: 'set' });
  const note = screen.getByText(yours).closest('[role="status"]');
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(note?.textContent).toContain('The number works in the phone that has its eSIM now.');
  const link = screen.getByRole('link', { name: 'Get a new SIM' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/phone#sim');
  expect(note?.textContent).not.toContain('911');
});

test('[P06] of a SIM card it says so, and offers no new one where the carrier changes none', async () => {
  await arrive({ takenOver: 'none' }, { simType: 'physical' }, []);
  expect(screen.getByText('The number works with the SIM card it has now.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('[P06] a 911 address that isn’t confirmed is not said to be set', async () => {
  await arrive({ takenOver: 'asked' });
  expect(screen.getByText(/^The network hasn’t confirmed your 911 address yet/)).toBeTruthy();
  expect(screen.getByText(before)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Enter the 911 address' })).toBeNull();
});

test('[P06] for a 911 address that the network doesn’t know another one is asked', async () => {
  await arrive({ takenOver: 'not_found' });
  expect(screen.getByText(/^The network doesn’t know the 911 address/)).toBeTruthy();
  expect(screen.getByText(before)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Enter the 911 address' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/phone#emergency-address');
});

test('[P06] without such an arrival there is nothing', async () => {
  await arrive({ paid: true });
  expect(screen.queryByText(yours)).toBeNull();
});
