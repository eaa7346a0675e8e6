import { CallFailed } from '@portside/contract/call';
import { askQuote, type Quote } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { givenZipCode } from '../api/zip-code.ts';
import type { PrepayMonths } from '@portside/contract/prepay';
import type { FieldError } from '@portside/contract/problem';
import type { Contact } from './draft.ts';
import type { SavedWay } from './saved-draft.ts';

/** Some taxes depend on it. */
export type QuotedStreet = NonNullable<InputOf<typeof askQuote>['address']>;

/** Once it is complete. */
export function quotedStreet(contact: Contact): QuotedStreet {
  const { streetNumber, streetDirection, streetName, streetUnit, city } = contact;
  return { streetNumber, streetDirection, streetName, streetUnit, city };
}

export function isPriced(asked: Asked | undefined, zipCode: string, street: QuotedStreet): boolean {
  return asked?.zipCode === zipCode && JSON.stringify(asked.address) === JSON.stringify(street);
}

interface Asked {
  readonly zipCode: string;
  readonly promoCode: string;
  readonly address?: QuotedStreet | undefined;
  /** Undefined: for 30 days. */
  readonly months?: PrepayMonths | undefined;
}

/** Empty with a price; undefined when another question came since: what it answers counts. */
export type Refused = readonly FieldError[] | undefined;

export interface Quoting {
  readonly asked: Asked | undefined;
  readonly quote: Quote | undefined;
  readonly asking: boolean;
  /** Of the price, or of the one before a reload; undefined: 30 days. */
  readonly months: PrepayMonths | undefined;
  /** It could not be for so long, and is for 30 days. */
  readonly termRefused: string | undefined;
  /** Set when the server changed the price. */
  readonly before: number | undefined;
  /** Errors are at `zipCode`, `promoCode` or neither. */
  readonly ask: (asked: Asked) => Promise<Refused>;
  /** A price that came with a refusal. */
  readonly accept: (quote: Quote, zipCode: string) => void;
  /** When the server no longer knows the price. */
  readonly renew: () => Promise<Refused>;
  /** After a reload. */
  readonly resume: () => Promise<Refused>;
  readonly seen: () => void;
}

export function useQuote(
  cartId: string,
  planId: string,
  way: SavedWay,
  saveWay: (part: Pick<SavedWay, 'asked' | 'total'>) => void,
): Quoting {
  const call = useCall();
  const [held, setHeld] = useState<{ asked: Asked; quote: Quote }>();
  const [before, setBefore] = useState<number>();
  const [termRefused, setTermRefused] = useState<string>();
  const latest = useRef(0);
  function hold(asked: Asked, quote: Quote) {
    setHeld({ asked, quote });
    saveWay({ asked, total: quote.finalCheckoutAmount });
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ zipCode, promoCode, address, months }: Asked) =>
      call(
        askQuote,
        {
          planId,
          cartId,
          zipCode,
          ...(promoCode && { promoCode }),
          ...(address && { address }),
          ...(months && { months }),
        },
        { shown: 'all' },
      ),
  });
  async function ask(asked: Asked, shown?: number, refused?: string): Promise<Refused> {
    latest.current += 1;
    const mine = latest.current;
    try {
      const quote = await mutateAsync(asked);
      // Answers may come out of order.
      if (mine !== latest.current) return undefined;
      hold(asked, quote);
      setTermRefused(refused);
      givenZipCode.set(asked.zipCode);
      if (shown !== undefined && shown !== quote.finalCheckoutAmount) setBefore(shown);
      return [];
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (mine !== latest.current) return undefined;
      // For 30 days there is a price all the same.
      if (error.reason === 'unknown_term' && asked.months) {
        return ask({ ...asked, months: undefined }, shown, error.message);
      }
      return error.errors.length > 0 ? error.errors : [{ field: 'quote', message: error.message }];
    }
  }
  return {
    asked: held?.asked,
    quote: held?.quote,
    asking: isPending,
    before,
    months: (held?.asked ?? way.asked)?.months,
    termRefused,
    ask: (asked) => ask(asked),
    accept(quote, zipCode) {
      latest.current += 1;
      setBefore(held?.quote.finalCheckoutAmount);
      hold({ zipCode, promoCode: held?.asked.promoCode ?? '', months: quote.months }, quote);
    },
    async renew() {
      if (!held) return [];
      const refused = await ask(held.asked);
      if (refused?.length === 0) setBefore(held.quote.finalCheckoutAmount);
      return refused;
    },
    resume: async () => (way.asked ? ask(way.asked, way.total) : []),
    seen: () => setBefore(undefined),
  };
}
