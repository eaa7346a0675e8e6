import type { RouteObject } from 'react-router';
import { Root } from './root.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { frameChanges, loadFrame } from './shell/frame.ts';
import { SpinnerPage } from './ui/spinner-page.tsx';

/** `module` is the file that `lazy` loads, for preloading. */
export interface PageHandle {
  readonly module: string;
}

type LazyPage = () => Promise<Pick<RouteObject, 'Component' | 'loader'>>;

function page(path: string, module: string, lazy: LazyPage): RouteObject {
  const handle: PageHandle = { module: `src/${module}` };
  return path === '/' ? { index: true, handle, lazy } : { path, handle, lazy };
}

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
          page('/', 'home/home-page.tsx', () => import('./home/home-page.tsx')),
          page('/shop', 'plans/shop-page.tsx', () => import('./plans/shop-page.tsx')),
          page('/about', 'content/about-page.tsx', () => import('./content/about-page.tsx')),
          page('/faq', 'content/faq-page.tsx', () => import('./content/faq-page.tsx')),
          page(
            '/privacy-policy',
            'content/privacy-policy-page.tsx',
            () => import('./content/privacy-policy-page.tsx'),
          ),
          page(
            '/terms-and-conditions',
            'content/terms-page.tsx',
            () => import('./content/terms-page.tsx'),
          ),
          page(
            '/contact-us',
            'support/contact-page.tsx',
            () => import('./support/contact-page.tsx'),
          ),
          page('/cart', 'cart/cart-page.tsx', () => import('./cart/cart-page.tsx')),
          page('/login', 'shell/login-route.tsx', () => import('./shell/login-route.tsx')),
          page(
            '/login-with-password',
            'sign-in/login-with-password-page.tsx',
            () => import('./sign-in/login-with-password-page.tsx'),
          ),
          page(
            '/login-without-password',
            'sign-in/login-without-password-page.tsx',
            () => import('./sign-in/login-without-password-page.tsx'),
          ),
          page(
            '/otp-login',
            'sign-in/otp-login-page.tsx',
            () => import('./sign-in/otp-login-page.tsx'),
          ),
          page(
            '/forgot-password',
            'sign-in/forgot-password-page.tsx',
            () => import('./sign-in/forgot-password-page.tsx'),
          ),
          page(
            '/reset-password',
            'sign-in/reset-password-page.tsx',
            () => import('./sign-in/reset-password-page.tsx'),
          ),
          page('/not-me', 'sign-in/not-me-page.tsx', () => import('./sign-in/not-me-page.tsx')),
          page(
            '/sim-replacement',
            'sim-replacement/not-me-page.tsx',
            () => import('./sim-replacement/not-me-page.tsx'),
          ),
          page(
            '/crm-login',
            'sign-in/crm-login-page.tsx',
            () => import('./sign-in/crm-login-page.tsx'),
          ),
          page(
            '/register',
            'sign-in/register-page.tsx',
            () => import('./sign-in/register-page.tsx'),
          ),
          page('/stripe-response', 'checkout/stripe-response-page.tsx', async () => ({
            Component: (await import('./checkout/stripe-response-page.tsx')).StripeResponsePage,
          })),
          page('/design', 'design/design-page.tsx', () => import('./design/design-page.tsx')),
          {
            lazy: () => import('./shell/members-layout.tsx'),
            handle: { module: 'src/shell/members-layout.tsx' } satisfies PageHandle,
            children: [
              page(
                '/cart/checkout',
                'shell/checkout-route.tsx',
                () => import('./shell/checkout-route.tsx'),
              ),
              page(
                '/dashboard/lines/:id/:act?',
                'shell/line-route.tsx',
                () => import('./shell/line-route.tsx'),
              ),
              page(
                '/dashboard/:selection?',
                'shell/dashboard-route.tsx',
                () => import('./shell/dashboard-route.tsx'),
              ),
            ],
          },
          page('*', 'shell/not-found-page.tsx', () => import('./shell/not-found-page.tsx')),
        ],
      },
    ],
  },
];
