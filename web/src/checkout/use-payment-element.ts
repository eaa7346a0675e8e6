import type { PublicPayment } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { forgetLoad } from '../api/outside-script.ts';
import type { Method } from './order-input.ts';
import { fontsAt, lookAt } from './stripe-look.ts';
import { loadStripe } from './stripe-script.ts';
import { faultOf, methodOf } from './stripe-words.ts';

/** Longer, and the customer is told and may try again. */
const SLOW_MS = 10_000;

interface Sale {
  readonly payment: PublicPayment;
  readonly language: Language;
  /** Shown in a wallet. */
  readonly business: string;
  readonly amountCents: number;
  /** The card is kept for later payments. */
  readonly saves: boolean;
  readonly zipCode: string;
  readonly country: string;
}

interface Live {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly element: StripePaymentElement;
}

/** The provider's form in a place of ours: cards, and the wallets that the browser has. */
export function usePaymentElement(sale: Sale) {
  const { payment, amountCents, saves } = sale;
  const place = useRef<HTMLDivElement>(null);
  const live = useRef<Live>(undefined);
  /** Whether it is ready, once that is known. */
  const arrival = useRef<Promise<boolean>>(undefined);
  const [state, setState] = useState<'loading' | 'slow' | 'failed' | 'ready'>('loading');
  const [by, setBy] = useState('card');
  const [round, setRound] = useState(1);
  const setupFutureUsage = saves ? 'off_session' : null;

  const open = useEffectEvent((stripe: Stripe, box: HTMLElement): Live => {
    const elements = stripe.elements({
      mode: 'payment',
      currency: 'usd',
      amount: amountCents,
      setupFutureUsage,
      allowedPaymentMethodTypes: ['card'],
      locale: sale.language === 'es' ? 'es-419' : 'en',
      appearance: lookAt(box),
      fonts: fontsAt(box),
    });
    const element = elements.create('payment', {
      business: { name: sale.business },
      layout: { type: 'tabs' },
      wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
      defaultValues: {
        billingDetails: { address: { country: sale.country, postal_code: sale.zipCode } },
      },
    });
    return { stripe, elements, element };
  });

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    let isGone = false;
    let settle = (_isReady: boolean) => {};
    arrival.current = new Promise((resolve) => (settle = resolve));
    const slow = setTimeout(() => {
      settle(false);
      setState((now) => (now === 'loading' ? 'slow' : now));
    }, SLOW_MS);
    const arrive = (next: 'ready' | 'failed') => {
      clearTimeout(slow);
      settle(next === 'ready');
      if (!isGone) setState(next);
    };
    async function show(at: HTMLElement) {
      const stripe = await loadStripe(payment);
      if (isGone) return;
      const { element } = (live.current = open(stripe, at));
      element.on('ready', () => arrive('ready'));
      element.on('loaderror', () => arrive('failed'));
      element.on('change', ({ value }) => setBy(value.type));
      element.mount(at);
    }
    show(box).catch(() => arrive('failed'));
    return () => {
      isGone = true;
      settle(false);
      clearTimeout(slow);
      live.current?.element.destroy();
      live.current = undefined;
    };
  }, [payment, round]);

  useEffect(() => {
    void live.current?.elements.update({ amount: amountCents, setupFutureUsage });
  }, [amountCents, setupFutureUsage]);

  useEffect(() => {
    const night = matchMedia('(prefers-color-scheme: dark)');
    const dress = () => {
      const box = place.current;
      if (box) void live.current?.elements.update({ appearance: lookAt(box) });
    };
    night.addEventListener('change', dress);
    return () => night.removeEventListener('change', dress);
  }, []);

  return {
    place,
    state,
    isWallet: by !== 'card',
    retry: () => {
      forgetLoad(payment.scriptUrl);
      setState('loading');
      setBy('card');
      setRound((now) => now + 1);
    },
    /**
     * A press that is quicker than the form waits for it. Once it is ready nothing comes before
     * `submit`: a wallet opens only in the press itself.
     */
    takeMethod: async (holder: string): Promise<Method | string> => {
      if (state !== 'ready' && !(await arrival.current)) return faultOf();
      const now = live.current;
      if (!now) return faultOf();
      const entered = await now.elements.submit();
      if (entered.error) {
        if (entered.error.type === 'validation_error') now.element.focus();
        return faultOf(entered.error);
      }
      const isCard = entered.selectedPaymentMethod === 'card';
      const made = await now.stripe.createConfirmationToken({
        elements: now.elements,
        // A wallet knows its owner.
        ...(isCard && { params: { payment_method_data: { billing_details: { name: holder } } } }),
      });
      return made.error ? faultOf(made.error) : methodOf(made.confirmationToken);
    },
  };
}
