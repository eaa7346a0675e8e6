import { Navigate } from 'react-router';
import { useEffect, useState } from 'react';
import { leavePage } from '../api/leave-page.ts';
import { cart as cartStore, type Cart, useCart } from '../cart/cart.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { type LoadCardProvider, loadCardProvider } from './provider-script.ts';
import { forgetDraft } from './use-draft.ts';

interface CheckoutPageProps {
  loadProvider?: LoadCardProvider;
  leave?: (url: string) => void;
}

/** Checkout (A19): from the cart to a paid order. The guard around it asks for the login (C05). */
export function CheckoutPage(props: CheckoutPageProps) {
  const { loadProvider = loadCardProvider, leave = leavePage } = props;
  const { known, cart } = useCart();
  // The cart is emptied the moment it is paid, maybe by another tab: a payment that is under way
  // goes on with the one it began with, so that whoever pays learns how it ended.
  const [paying, setPaying] = useState<Cart>();
  const [paid, setPaid] = useState<Cart>();
  const held = paying ?? cart;
  useEffect(() => {
    if (!paid) return;
    // Not what another tab has put into it since.
    if (cartStore.get()?.id === paid.id) cartStore.clear();
    forgetDraft('with the page');
    return () => forgetDraft('now');
  }, [paid]);
  if (!known) {
    return (
      <div className="grid min-h-[70vh] place-items-center">
        <Spinner />
      </div>
    );
  }
  if (!held) return <Navigate replace to="/cart" />;
  return (
    <CheckoutPanel
      cart={held}
      key={held.id}
      leave={leave}
      loadProvider={loadProvider}
      onPaid={() => setPaid(held)}
      onPaying={() => setPaying(held)}
    />
  );
}
