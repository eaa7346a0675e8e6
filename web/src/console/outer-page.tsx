import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { FramePage } from './frame-page.tsx';
import { LoginPage } from './login-page.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { SearchForm } from './search-form.tsx';
import { useStaffSession } from './staff-session.ts';

/** The page that was asked for, to who is logged in. */
export function OuterPage() {
  const { token } = useStaffSession();
  const client = useQueryClient();
  useEffect(() => {
    // What the one before saw is not the next one's.
    if (token === undefined) client.clear();
  }, [token, client]);
  if (token === undefined) return <LoginPage />;
  return (
    <FramePage search={<SearchForm />}>
      <Outlet />
      <ProofDialog />
    </FramePage>
  );
}
