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
