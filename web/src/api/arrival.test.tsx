// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useArrival } from './arrival.ts';

function Page() {
  const { paid } = useArrival('paid');
  return <p>{paid === true ? 'Thank you!' : 'Nothing new'}</p>;
}

const open = () => createBrowserRouter([{ path: '*', element: <Page /> }]);

test('what the page before said is said once: not after a reload, nor to who comes back', async () => {
  const router = open();
  const { unmount } = render(<RouterProvider router={router} />);
  await router.navigate('/line', { state: { paid: true, back: '/cart' } });
  expect(await screen.findByText('Thank you!')).toBeTruthy();
  expect((history.state as { usr: object }).usr).toEqual({ back: '/cart' });
  await router.navigate('/elsewhere');
  expect(await screen.findByText('Nothing new')).toBeTruthy();
  await router.navigate(-1);
  await expect.poll(() => location.pathname).toBe('/line');
  expect(await screen.findByText('Nothing new')).toBeTruthy();
  unmount();
  router.dispose();
  // A reload reads the history's own state.
  const again = open();
  render(<RouterProvider router={again} />);
  expect(await screen.findByText('Nothing new')).toBeTruthy();
  expect(again.state.location.state).toEqual({ back: '/cart' });
  again.dispose();
});
