import { CallFailed } from '@portside/contract/call';
import { askQuote, type Quote } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { givenZipCode } from '../api/zip-code.ts';
import type { FieldError } from '@portside/contract/problem';
import type { Contact } from './draft.ts';
import type { SavedWay } from './saved-draft.ts';

/** The street that a price is asked for: some taxes go by it. */
export type QuotedStreet = NonNullable<InputOf<typeof askQuote>['address']>;

/** The street of the service address, once it is whole. */
export function quotedStreet(contact: Contact): QuotedStreet {
  const { streetNumber, streetDirection, streetName, streetUnit, city } = contact;
  return { streetNumber, streetDirection, streetName, streetUnit, city };
}

/** Whether the price in hand is that of this place. */
export function isPriced(asked: Asked | undefined, zipCode: string, street: QuotedStreet): boolean {
  return asked?.zipCode === zipCode && JSON.stringify(asked.address) === JSON.stringify(street);
}

interface Asked {
  readonly zipCode: string;
  readonly promoCode: string;
  readonly address?: QuotedStreet | undefined;
}

export interface Quoting {
  readonly asked: Asked | undefined;
  readonly quote: Quote | undefined;
  readonly asking: boolean;
  /** The total that the customer saw before the server changed it by itself. */
  readonly before: number | undefined;
  /** Asks for the price; what is not right stands at `zipCode`, `promoCode`, or neither. */
  readonly ask: (asked: Asked) => Promise<readonly FieldError[]>;
  /** Takes a price that came with a refusal, for the same promo code. */
  readonly accept: (quote: Quote, zipCode: string) => void;
  /** Asks once more for what was asked last, when the server no longer knows that price. */
  readonly renew: () => Promise<readonly FieldError[]>;
  /** Asks for what this tab asked last, before the page was loaded anew. */
  readonly resume: () => Promise<readonly FieldError[]>;
  readonly seen: () => void;
}

/** The price of the cart's plan at a ZIP code, kept while the customer goes through the steps. */
export function useQuote(
  cartId: string,
  planId: string,
  way: SavedWay,
  saveWay: (part: Pick<SavedWay, 'asked' | 'total'>) => void,
): Quoting {
  const call = useCall();
  const [held, setHeld] = useState<{ asked: Asked; quote: Quote }>();
  const [before, setBefore] = useState<number>();
  const latest = useRef(0);
  function hold(asked: Asked, quote: Quote) {
    setHeld({ asked, quote });
    saveWay({ asked, total: quote.finalCheckoutAmount });
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ zipCode, promoCode, address }: Asked) =>
      call(
        askQuote,
        {
          planId,
          cartId,
          zipCode,
          ...(promoCode && { promoCode }),
          ...(address && { address }),
        },
        { shown: 'all' },
      ),
  });
  async function ask(asked: Asked, shown?: number): Promise<readonly FieldError[]> {
    latest.current += 1;
    const mine = latest.current;
    try {
      const quote = await mutateAsync(asked);
      // The answer to an earlier question may come after that to a later one.
      if (mine !== latest.current) return [];
      hold(asked, quote);
      givenZipCode.set(asked.zipCode);
      if (shown !== undefined && shown !== quote.finalCheckoutAmount) setBefore(shown);
      return [];
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return error.errors.length > 0 ? error.errors : [{ field: 'quote', message: error.message }];
    }
  }
  return {
    asked: held?.asked,
    quote: held?.quote,
    asking: isPending,
    before,
    ask: (asked) => ask(asked),
    accept(quote, zipCode) {
      latest.current += 1;
      setBefore(held?.quote.finalCheckoutAmount);
      hold({ zipCode, promoCode: held?.asked.promoCode ?? '' }, quote);
    },
    async renew() {
      if (!held) return [];
      const refused = await ask(held.asked);
      if (refused.length === 0) setBefore(held.quote.finalCheckoutAmount);
      return refused;
    },
    resume: async () => (way.asked ? ask(way.asked, way.total) : []),
    seen: () => setBefore(undefined),
  };
}
