import { linesOf } from '../cart/cart-lines.ts';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { useEffect, useState } from 'react';
import { leavePage } from '../api/leave-page.ts';
import { type Cart, useCart } from '../cart/cart.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { emptyCart } from './ordered-cart.ts';
import { type LoadCardProvider, loadCardProvider } from './provider-script.ts';
import { forgetDraft } from './use-draft.ts';

interface CheckoutPageProps {
  loadProvider?: LoadCardProvider;
  leave?: (url: string) => void;
}

/** A19; its guard asks for the login (C05). */
export function CheckoutPage(props: CheckoutPageProps) {
  const { loadProvider = loadCardProvider, leave = leavePage } = props;
  const { known, cart } = useCart();
  // Paying empties the cart, perhaps in another tab: this page finishes with the cart it began
  // with.
  const [paying, setPaying] = useState<Cart>();
  const [paid, setPaid] = useState<Cart>();
  const held = paying ?? cart;
  const lines =
    held &&
    linesOf(held)
      .map(({ key, item }) => `${key} ${item.id}`)
      .join(' ');
  const [shown, setShown] = useState({ id: held?.id, lines, changed: false });
  if (shown.id !== held?.id || shown.lines !== lines) {
    setShown({ id: held?.id, lines, changed: held !== undefined && shown.id === held.id });
  }
  useEffect(() => {
    if (!paid) return;
    emptyCart(
      paid.id,
      linesOf(paid).map(({ key }) => key),
    );
    forgetDraft(paid.id, 'with the page');
    return () => forgetDraft(paid.id, 'now');
  }, [paid]);
  if (!known) {
    return (
      <div className="grid min-h-[70vh] place-items-center">
        <Spinner />
      </div>
    );
  }
  if (!held) return <RedirectPage to="/cart" />;
  return (
    <CheckoutPanel
      cart={held}
      changed={shown.changed}
      // Lines that come, go or change in another tab: prices and screens begin anew.
      key={`${held.id} ${lines}`}
      leave={leave}
      loadProvider={loadProvider}
      onPaid={() => setPaid(held)}
      onPaying={() => setPaying(held)}
    />
  );
}
