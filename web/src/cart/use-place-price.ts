import type { PlanPrice } from '@portside/contract/plans';
import { useEffect, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { useGivenZipCode } from '../api/zip-code.ts';

interface PlacePrice {
  readonly zipCode: string;
  /** Of each plan that was asked about. */
  readonly prices: readonly PlanPrice[];
  readonly estimated: boolean;
}

/** Dollars today, all together. */
export const todayOf = ({ prices }: PlacePrice): number =>
  prices.reduce((sum, { today }) => sum + today, 0);

/**
 * Of one plan or several, a plan as often as it is bought. Undefined without a ZIP Code or an
 * answer that has all of them.
 */
export function usePlacePrice(...planIds: readonly string[]): PlacePrice | undefined {
  const call = useCall();
  const zipCode = useGivenZipCode();
  const [known, setKnown] = useState<PlacePrice>();
  // One answer has every plan of the shop.
  const asks = planIds.some(Boolean);
  const has = (id: string) => known?.prices.some((one) => one.planId === id) ?? false;
  const missing = asks && known?.zipCode === zipCode && !planIds.every(has) ? planIds.join() : '';
  useEffect(() => {
    if (!zipCode || !asks) return;
    const stop = new AbortController();
    const ask = async () => {
      const { listPrices } = await import('@portside/contract/plans');
      const { prices, estimated } = await call(
        listPrices,
        { zipCode },
        { quiet: true, signal: stop.signal },
      );
      if (!stop.signal.aborted) setKnown({ zipCode, prices, estimated });
    };
    // Checkout shows it again before the payment.
    ask().catch(() => undefined);
    return () => stop.abort();
  }, [call, asks, missing, zipCode]);
  if (known?.zipCode !== zipCode || !asks) return undefined;
  const prices = planIds.flatMap((id) => known.prices.find((one) => one.planId === id) ?? []);
  return prices.length === planIds.length ? { ...known, prices } : undefined;
}
