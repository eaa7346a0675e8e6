// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showScreen } from '../testing/show-screen.tsx';
import { OfflineTile } from './offline-tile.tsx';

afterEach(() => vi.restoreAllMocks());

function connection(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')));
}

test('without a network the page says so, and no longer when it is back', () => {
  showScreen(<OfflineTile />);
  const offline = () => screen.queryByText(/^You’re offline\./);
  expect(offline()).toBeNull();
  connection(false);
  expect(offline()?.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  connection(true);
  expect(offline()).toBeNull();
});
