import { Navigate, type NavigateProps } from 'react-router';
import { SpinnerPage } from './spinner-page.tsx';

/** Leads on, and keeps the footer down until the other page is there. */
export function RedirectPage(way: Omit<NavigateProps, 'replace'>) {
  return (
    <>
      <Navigate replace {...way} />
      <SpinnerPage />
    </>
  );
}
