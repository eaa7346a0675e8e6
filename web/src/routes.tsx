import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Root } from './root.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { frameChanges, loadFrame } from './shell/frame.ts';
import { SpinnerPage } from './ui/spinner-page.tsx';

/** Of a page that is left in a hurry (root.tsx). */
export interface PageHandle {
  /** First of all; there is no chat then. */
  readonly Above: ComponentType;
}

type LazyPage = () => Promise<Pick<RouteObject, 'Component' | 'loader'> & { handle?: PageHandle }>;

/** The file that `lazy` loads is named in page-modules.ts. */
const page = (path: string, lazy: LazyPage): RouteObject =>
  path === '/' ? { index: true, lazy } : { path, lazy };

/** Section A of the requirements. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    loader: loadFrame,
    shouldRevalidate: frameChanges,
    HydrateFallback: SpinnerPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page('/', () => import('./home/home-page.tsx')),
          page('/shop', () => import('./plans/shop-page.tsx')),
          page('/about', () => import('./content/about-page.tsx')),
          page('/faq', () => import('./content/faq-page.tsx')),
          page('/privacy-policy', () => import('./content/privacy-policy-page.tsx')),
          page('/terms-and-conditions', () => import('./content/terms-page.tsx')),
          page('/contact-us', () => import('./support/contact-page.tsx')),
          page('/own-account', () => import('./line-separation/own-account-page.tsx')),
          page('/cart', () => import('./cart/cart-page.tsx')),
          page('/login', () => import('./shell/login-route.tsx')),
          page('/login-with-password', () => import('./sign-in/login-with-password-page.tsx')),
          page(
            '/login-without-password',
            () => import('./sign-in/login-without-password-page.tsx'),
          ),
          page('/otp-login', () => import('./sign-in/otp-login-page.tsx')),
          page('/forgot-password', () => import('./sign-in/forgot-password-page.tsx')),
          page('/reset-password', () => import('./sign-in/reset-password-page.tsx')),
          page('/not-me', () => import('./sign-in/not-me-page.tsx')),
          page('/sim-replacement', () => import('./sim-replacement/not-me-page.tsx')),
          page('/crm-login', () => import('./sign-in/crm-login-page.tsx')),
          page('/register', () => import('./sign-in/register-page.tsx')),
          page('/stripe-response', async () => ({
            Component: (await import('./checkout/stripe-response-page.tsx')).StripeResponsePage,
          })),
          page('/design', () => import('./design/design-page.tsx')),
          {
            lazy: () => import('./shell/members-layout.tsx'),
            id: 'members',
            children: [
              page('/cart/checkout', () => import('./shell/checkout-route.tsx')),
              page('/dashboard/lines/:id/:act?', () => import('./shell/line-route.tsx')),
              page('/dashboard/:selection?', () => import('./shell/dashboard-route.tsx')),
            ],
          },
          page('*', () => import('./shell/not-found-page.tsx')),
        ],
      },
    ],
  },
];
