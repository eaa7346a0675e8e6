import { newId } from '../api/new-id.ts';
import type { Cart } from '../cart/cart.ts';
import { type Opened, heading, openCheckout, press, quote } from './checkout-stage.tsx';
import { type Answers, plan } from './stage.tsx';

const clipper = { ...plan, id: 'harbor-30', retailName: 'Clipper 30 GB', retailPrice: 40 };
const ferry = { ...plan, id: 'harbor-5', retailName: 'Ferry 5 GB', retailPrice: 15 };

/** Sloop, Clipper and Ferry in one cart (P03). */
export const threeLines = {
  item: plan,
  more: [
    { key: 'second', item: clipper },
    { key: 'third', item: ferry },
  ],
} as const satisfies Omit<Cart, 'id'>;

/** Another tab changes what is in the cart. */
export function changeCart({ held }: Opened, lines: object): void {
  localStorage.setItem('cart', JSON.stringify({ id: held.id, ...lines }));
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
}

export function openLines(answers: Answers = {}, lines: object = threeLines): Opened {
  localStorage.setItem('cart', JSON.stringify({ id: newId(), ...lines }));
  const options = { sameCart: true, linesAtOnce: 5 } as const;
  return openCheckout(
    {
      askQuote: () => quote(85.47),
      listPortIns: () => ({ portIns: [] }),
      checkPortIn: ({ msisdn }) => ({
        eligible: true,
        message: 'Yes',
        tempSubscriptionId: `prt_${String(msisdn)}`,
      }),
      ...answers,
    },
    options,
  );
}

export const lineTitles = [
  'Phone and number: line 1 of 3, Sloop',
  'Phone and number: line 2 of 3, Clipper 30 GB',
  'Phone and number: line 3 of 3, Ferry 5 GB',
] as const;

/** @param at 1 for the first */
export const lineHeading = (at: 1 | 2 | 3) => heading(lineTitles[at - 1] ?? '');

export async function toLine(page: Opened, at: 1 | 2 | 3): Promise<void> {
  await heading('Contact and service address');
  await press(page, 'Continue');
  await lineHeading(1);
  if (at === 1) return;
  await press(page, 'Continue');
  await lineHeading(2);
  if (at === 2) return;
  await press(page, 'Continue');
  await lineHeading(3);
}

export async function toReview(page: Opened): Promise<void> {
  await toLine(page, 3);
  await press(page, 'Continue');
  await heading('Check and pay');
}
