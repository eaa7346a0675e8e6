import { lazy } from 'react';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import { isSection, type Section } from '../dashboard/sections.ts';

const DashboardPage = lazy(async () => ({
  default: (await import('../dashboard/dashboard-page.tsx')).DashboardPage,
}));

/** Unknown sections are not found (A18, A20). */
export function loader({ params }: LoaderFunctionArgs) {
  const { selection = 'dashboard' } = params;
  if (!isSection(selection)) throw data(null, { status: 404 });
  return null;
}

export function Component() {
  const selection = (useParams().selection ?? 'dashboard') as Section;
  return <DashboardPage selection={selection} />;
}
