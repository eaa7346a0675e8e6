import type { OutputOf } from '@portside/contract/endpoint';
import type { viewFrame } from '@portside/contract/content';
import { barePath } from '@portside/contract/language';
import type { LineRoom } from '@portside/contract/line-rooms';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { hostOf } from '../api/page-context.ts';
import { sections } from '../dashboard/sections.ts';

export type Frame = OutputOf<typeof viewFrame>;

const publicPages = [
  'shop',
  'about',
  'cart',
  'contact-us',
  'faq',
  'forgot-password',
  'login',
  'login-without-password',
  'login-with-password',
  'otp-login',
  'privacy-policy',
  'terms-and-conditions',
  'register',
  'reset-password',
  'crm-login',
  'not-me',
  'sim-replacement',
  'stripe-response',
];

/** What a line's page has below it. The rooms' own list is too long for every page. */
const lineActs = [
  'renew',
  'add-on',
  'plan',
  ...(['usage', 'phone', 'security', 'number'] satisfies LineRoom[]),
];

/** The same for everybody, so they can be cached. */
export const publicPaths: ReadonlySet<string> = new Set([
  '/',
  ...publicPages.map((page) => `/${page}`),
]);

/** The content service's key of a page (A24). */
function pageKey(pathname: string): string {
  // The router ignores case.
  const path = pathname.toLowerCase().replace(/^\/|\/$/g, '');
  if (path === '') return 'home';
  if (path === 'cart/checkout') return 'checkout';
  if (path === 'design' || path === 'own-account') return path;
  const [first, selection, ...rest] = path.split('/');
  const [line, act, ...more] = selection === 'lines' ? rest : [];
  const isOfLine = line && more.length === 0 && (!act || lineActs.some((one) => one === act));
  const isSection = rest.length === 0 && (!selection || sections.some((one) => one === selection));
  if (first === 'dashboard' && (isOfLine || isSection)) return first;
  return publicPages.includes(path) ? path : 'not-found';
}

export async function loadFrame(args: LoaderFunctionArgs): Promise<Frame> {
  const { call, brand } = hostOf(args);
  try {
    const { viewFrame } = await import('@portside/contract/content');
    const key = pageKey(barePath(new URL(args.request.url).pathname));
    // Nobody's content; only a trial has it.
    const page = key === 'design' ? (brand.trial ? 'home' : 'not-found') : key;
    return await call(viewFrame, { page }, { signal: args.request.signal });
  } catch {
    // A page without its title is better than none.
    const meta = { page: '', metaTitle: brand.product, metaDescription: '' };
    return { meta, address: '', social: [] };
  }
}

/** The content service did not answer: do not cache. */
export function isMakeshift(frame: Frame | undefined): boolean {
  return frame?.meta.page === '';
}

export function frameChanges({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const keyOf = ({ pathname }: URL) => pageKey(barePath(pathname));
  return keyOf(currentUrl) !== keyOf(nextUrl);
}
