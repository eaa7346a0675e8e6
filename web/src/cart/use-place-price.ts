import type { PlanPrice } from '@portside/contract/plans';
import { useEffect, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { useGivenZipCode } from '../api/zip-code.ts';

interface PlacePrice {
  readonly zipCode: string;
  readonly price: PlanPrice;
  readonly estimated: boolean;
}

/** Undefined without a ZIP Code or an answer. */
export function usePlacePrice(planId: string): PlacePrice | undefined {
  const call = useCall();
  const zipCode = useGivenZipCode();
  const [known, setKnown] = useState<PlacePrice>();
  useEffect(() => {
    if (!zipCode || !planId) return;
    const stop = new AbortController();
    const ask = async () => {
      const { listPrices } = await import('@portside/contract/plans');
      const { prices, estimated } = await call(
        listPrices,
        { zipCode },
        { quiet: true, signal: stop.signal },
      );
      const price = prices.find((one) => one.planId === planId);
      if (price && !stop.signal.aborted) setKnown({ zipCode, price, estimated });
    };
    // Checkout shows it again before the payment.
    ask().catch(() => undefined);
    return () => stop.abort();
  }, [call, planId, zipCode]);
  return known?.zipCode === zipCode && known.price.planId === planId ? known : undefined;
}
