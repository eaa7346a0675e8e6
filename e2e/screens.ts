import type { Page } from '@playwright/test';

/** Whose account the screen shows; `mover`'s port-in was rejected. */
type Who = 'nobody' | 'newcomer' | 'maya' | 'mover';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly who: Who;
  readonly opens?: (say: (sentence: string) => string) => string;
  /** Links that lead to it, beginning on the page at `path`. */
  readonly leads?: (say: (sentence: string) => string) => readonly string[];
  readonly inPlace?: true;
  readonly withCart?: true;
  /** A heading to wait for, where the server's page is another one. */
  readonly shows?: string;
}

const publicPage = (path: string, name = path.slice(1) || 'home'): Screen => ({
  name,
  path,
  who: 'nobody',
});
const dialog = (who: Who, path: string, opens: string): Screen => ({
  name: opens.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  path,
  who,
  opens: (say) => say(opens),
});

const ofLine = (room: string | undefined) => ({
  path: '/dashboard',
  who: 'maya' as const,
  leads: (say: (sentence: string) => string) => [
    say('Manage this line'),
    ...(room ? [say(room)] : []),
  ],
});

/** Every route of section A, and the dialogs one press opens. */
export const screens: readonly Screen[] = [
  publicPage('/'),
  ...['/shop', '/about', '/faq', '/contact-us', '/privacy-policy'].map((path) => publicPage(path)),
  publicPage('/terms-and-conditions'),
  publicPage('/own-account'),
  publicPage('/cart', 'cart-empty'),
  { name: 'cart', path: '/cart', who: 'nobody', withCart: true },
  ...['/login', '/register', '/login-without-password', '/forgot-password'].map((path) =>
    publicPage(path),
  ),
  publicPage('/reset-password', 'reset-password-without-a-link'),
  publicPage('/reset-password?token=spent', 'reset-password'),
  publicPage('/crm-login'),
  publicPage('/not-me?token=spent', 'not-me'),
  publicPage('/sim-replacement?token=spent', 'sim-replacement'),
  publicPage('/stripe-response'),
  publicPage('/nowhere', 'not-found'),
  {
    name: 'checkout-begin',
    path: '/login?next=%2Fcart%2Fcheckout',
    who: 'nobody',
    withCart: true,
    shows: 'Contact and service address',
  },
  { name: 'checkout', path: '/cart/checkout', who: 'newcomer', withCart: true },
  { name: 'dashboard-empty', path: '/dashboard', who: 'newcomer' },
  { name: 'payment-empty', path: '/dashboard/payment', who: 'newcomer' },
  { name: 'dashboard', path: '/dashboard', who: 'maya' },
  { ...ofLine(undefined), name: 'line' },
  ...['Usage and plan', 'Phone and SIM', 'Security', 'Number and leaving'].map((room): Screen => ({
    ...ofLine(room),
    name: `line-${room.toLowerCase().split(' ')[0]}`,
  })),
  ...(
    [
      ['Block this line', 'Security'],
      ['End this line', 'Number and leaving'],
      ['Change the 911 address', 'Phone and SIM'],
      ['Turn on autopay', undefined],
    ] as const
  ).map(([opens, room]): Screen => ({
    ...dialog('maya', '/dashboard', opens),
    ...ofLine(room),
  })),
  { name: 'dashboard-port-in', path: '/dashboard', who: 'mover' },
  ...['profile', 'payment', 'setting'].map((section): Screen => ({
    name: section,
    path: `/dashboard/${section}`,
    who: 'maya',
  })),
  { name: 'handovers', path: '/dashboard/handovers', who: 'maya' },
  { name: 'household', path: '/dashboard/household', who: 'maya' },
  dialog('maya', '/dashboard', 'Add a nickname'),
  dialog('maya', '/dashboard', 'Check port-in eligibility'),
  dialog('maya', '/dashboard', 'Quick SIM check'),
  dialog('mover', '/dashboard', 'Fix the account number'),
  dialog('mover', '/dashboard', 'Cancel the transfer'),
  dialog('maya', '/dashboard/profile', 'Edit name'),
  dialog('maya', '/dashboard/profile', 'Edit email'),
  dialog('maya', '/dashboard/profile', 'Edit phone number'),
  dialog('maya', '/dashboard/profile', 'Edit address'),
  {
    name: 'delete-card',
    path: '/dashboard/payment',
    who: 'maya',
    opens(say) {
      const card = say('{network} ending in {digits}');
      return `${say('Delete')} ${card.replace('{network}', 'Visa').replace('{digits}', '4242')}`;
    },
  },
  { ...dialog('maya', '/dashboard/payment', 'see all'), inPlace: true },
  dialog('maya', '/dashboard/setting', 'Change Password'),
  { ...dialog('nobody', '/about', 'Chat'), name: 'chat' },
];

export async function fillCart(page: Page): Promise<void> {
  await page.goto('/shop');
  await page.getByRole('article').first().getByRole('button').first().click();
  await page.waitForURL(/\/(login|cart\/checkout)$/);
}
