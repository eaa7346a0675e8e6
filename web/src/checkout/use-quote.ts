import { CallFailed } from '@portside/contract/call';
import { askQuote, type Quote } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { givenZipCode } from '../api/zip-code.ts';
import type { Cart } from '../cart/cart.ts';
import { linesOf } from '../cart/cart-lines.ts';
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
  /** Undefined: for 30 days, as it is with several lines. */
  readonly months?: PrepayMonths | undefined;
  /** Of a cart that has or had several lines. */
  readonly plans?: string | undefined;
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

/** Of all lines of the cart. Where they change, checkout begins anew, and so does this (P03). */
export function useQuote(
  cart: Cart,
  way: SavedWay,
  saveWay: (part: Pick<SavedWay, 'asked' | 'total'>) => void,
): Quoting {
  const call = useCall();
  const planIds = linesOf(cart).map(({ item }) => item.id);
  const mark = cart.more || cart.key !== undefined ? JSON.stringify(planIds) : undefined;
  const [held, setHeld] = useState<{ asked: Asked; quote: Quote }>();
  const [before, setBefore] = useState<number>();
  const [termRefused, setTermRefused] = useState<string>();
  const latest = useRef(0);
  function hold(asked: Asked, quote: Quote) {
    setHeld({ asked, quote });
    saveWay({ asked, total: quote.finalCheckoutAmount });
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ zipCode, promoCode, address, months }: Asked) => {
      const [planId = '', ...more] = planIds;
      return call(
        askQuote,
        {
          planId,
          cartId: cart.id,
          zipCode,
          ...(promoCode && { promoCode }),
          ...(address && { address }),
          ...(months && { months }),
          ...(more.length > 0 && { more: more.map((id) => ({ planId: id })) }),
        },
        { shown: 'all' },
      );
    },
  });
  async function ask(all: Asked, shown?: number, refused?: string): Promise<Refused> {
    latest.current += 1;
    const mine = latest.current;
    const asked = { ...all, ...(cart.more && { months: undefined }), plans: mark };
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
      if (error.errors.length > 0) return error.errors;
      // Of the first line no place is said.
      const isOfLine = error.reason === 'unknown_plan' && cart.more !== undefined;
      return [{ field: isOfLine ? 'line' : 'quote', message: error.message }];
    }
  }
  return {
    asked: held?.asked,
    quote: held?.quote,
    asking: isPending,
    before,
    months: cart.more ? undefined : (held?.asked ?? way.asked)?.months,
    termRefused,
    ask: (asked) => ask(asked),
    accept(quote, zipCode) {
      latest.current += 1;
      setBefore(held?.quote.finalCheckoutAmount);
      const promoCode = held?.asked.promoCode ?? '';
      hold({ zipCode, promoCode, months: quote.months, plans: mark }, quote);
    },
    async renew() {
      if (!held) return [];
      const refused = await ask(held.asked);
      if (refused?.length === 0) setBefore(held.quote.finalCheckoutAmount);
      return refused;
    },
    async resume() {
      if (!way.asked) return [];
      // Of other lines, the total was no price of these.
      return ask(way.asked, way.asked.plans === mark ? way.total : undefined);
    },
    seen: () => setBefore(undefined),
  };
}
