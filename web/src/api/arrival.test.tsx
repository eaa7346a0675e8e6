// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, Link, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useArrival } from './arrival.ts';

function Line() {
  const paid = useArrival<boolean>('paid');
  return (
    <>
      <p>{paid ? 'Thank you!' : 'A line'}</p>
      <Link to="/other">Away</Link>
    </>
  );
}

/** A page load at the browser's present history entry. */
function load() {
  cleanup();
  const router = createBrowserRouter([
    {
      path: '/',
      element: (
        <Link state={{ paid: true, from: 'x' }} to="/line">
          Pay
        </Link>
      ),
    },
    { path: '/line', element: <Line /> },
    { path: '/other', element: <p>Elsewhere</p> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

test('[K02] thanks are said on arrival, and neither after a reload nor at Back', async () => {
  history.replaceState(null, '', '/');
  const router = load();
  await userEvent.click(screen.getByRole('link', { name: 'Pay' }));
  expect(await screen.findByText('Thank you!')).toBeTruthy();
  // The rest of what was handed over stays.
  expect(history.state).toMatchObject({ usr: { from: 'x' } });
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
  await router.navigate(-1);
  expect(await screen.findByText('A line')).toBeTruthy();
  router.dispose();

  const again = load();
  expect(await screen.findByText('A line')).toBeTruthy();
  again.dispose();
});
