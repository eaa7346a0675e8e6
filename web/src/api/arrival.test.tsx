// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useArrival } from './arrival.ts';

afterEach(() => history.replaceState(null, '', '/'));

function Line() {
  return <p>{useArrival('paid') === true ? 'Thank you!' : 'The line'}</p>;
}

/** The page as the browser loads it, with what its history entry holds. */
function load() {
  const router = createBrowserRouter([
    { path: '/line', element: <Line /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]);
  const shown = render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return {
    router,
    close: () => {
      shown.unmount();
      router.dispose();
    },
  };
}

test('[K02] thanks for a payment are said on arrival, and neither after a reload nor after Back', async () => {
  const first = load();
  await first.router.navigate('/line', { state: { paid: true, from: 'pay' } });
  expect(await screen.findByText('Thank you!')).toBeTruthy();
  await waitFor(() => expect(history.state).toMatchObject({ usr: { from: 'pay' } }));
  first.close();
  const again = load();
  expect(await screen.findByText('The line')).toBeTruthy();
  again.close();
});

test('[K02] Back to a line just paid says no thanks', async () => {
  const { router, close } = load();
  await router.navigate('/line', { state: { paid: true } });
  expect(await screen.findByText('Thank you!')).toBeTruthy();
  await router.navigate('/shop');
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
  history.back();
  expect(await screen.findByText('The line')).toBeTruthy();
  close();
});
