import type { CustomerPage } from '@portside/contract/console/customers';
import type { StaffRole } from '@portside/contract/console/roles';
import type { ReactNode } from 'react';
import { MeProvider } from '../console/me.ts';
import { ShopProvider } from '../console/shop.ts';
import { type Answer, showScreen } from './show-screen.tsx';
import { brand } from './stage.tsx';

const shop = {
  product: brand.product,
  client: brand.client,
  timeZone: brand.timeZone,
  isTrial: true,
};

/** What staff see of her once she is verified. */
export const customerPage: CustomerPage = {
  id: 'usr_1',
  name: 'Maya Alvarez',
  email: 'maya@example.com',
  emailVerified: true,
  phone: '+12125550101',
  address: '120 W Fulton Street, New York, NY 10038',
  language: 'es',
  since: '2025-11-20T15:00:00Z',
  verifiedUntil: '2026-11-20T15:15:00Z',
  closesIn: 900,
  credit: 5,
  lines: [
    {
      id: 'lin_1',
      number: '2125550101',
      nickname: 'Boat',
      plan: 'Sloop 12 GB',
      status: 'active',
      iccid: '8901410000000000013',
      simType: 'esim',
      paidUntil: '2026-12-20T15:00:00Z',
    },
  ],
  orders: [],
  approvals: [],
  payments: [],
  portIns: [],
  cards: [{ network: 'visa', last4: '4242', expiry: '04/39', primary: true }],
  chatId: 'cht_1',
  notes: [{ id: 'not_1', at: '2026-11-20T15:00:00Z', by: 'Blake', text: 'Calls on Mondays.' }],
};

/** A page of the console, for Avery, who may make these calls. */
export function showConsole(
  page: ReactNode,
  {
    can,
    answers,
    at = '/',
    role = 'billing',
    ways = ['code'],
  }: {
    can: readonly { name: string }[];
    answers: readonly Answer[];
    at?: string;
    role?: StaffRole;
    ways?: readonly ('passkey' | 'code')[];
  },
) {
  const me = {
    id: 'stf_1',
    name: 'Avery',
    email: 'avery@example.com',
    role,
    status: 'active' as const,
    lastSeenAt: null,
    can: can.map(({ name }) => name),
    provenUntil: null,
    ways: [...ways],
  };
  return showScreen(
    <ShopProvider value={shop}>
      <MeProvider value={me}>{page}</MeProvider>
    </ShopProvider>,
    { at, answers },
  );
}
