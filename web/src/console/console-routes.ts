import { createElement } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { consolePages } from './console-pages.ts';
import { InvitationPage } from './invitation-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { OuterPage } from './outer-page.tsx';

/** Everything but an invitation is behind the login. */
export const consoleRoutes: RouteObject[] = [
  { path: '/invitation', Component: InvitationPage },
  {
    path: '/',
    Component: OuterPage,
    ErrorBoundary: MissingPage,
    children: [
      {
        index: true,
        element: createElement(Navigate, {
          to: `/${consolePages[0]?.path.replace('/*', '')}`,
          replace: true,
        }),
      },
      ...consolePages.map(({ path, load }) => ({
        path,
        lazy: async () => ({ Component: await load() }),
      })),
      { path: '*', Component: MissingPage },
    ],
  },
];
