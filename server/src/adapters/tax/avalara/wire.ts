import { stateOptions } from '@portside/contract/places';
import { streetLine } from '@portside/contract/street-address';
import * as z from 'zod';
import { dayOfPlace } from '../place-day.ts';
import type { Taxable, TaxDraft, TaxLine } from '../tax.ts';

/** A product of the engine: transaction and service. */
interface ProductPair {
  tran: number;
  serv: number;
}

type Product = 'plan' | 'activation' | 'line' | 'add_on';

export type ProductPairs = Readonly<Record<Product, ProductPair>>;

/** `plan:13/6,activation:13/11,…`: all of them, in this order. */
export const readPairs = (text: string): ProductPairs =>
  Object.fromEntries(
    text.split(',').map((one) => {
      const [product = '', tran = '', serv = ''] = one.split(/[:/]/);
      return [product, { tran: Number(tran), serv: Number(serv) }];
    }),
  ) as unknown as ProductPairs;

/** A reseller without a network of its own, regulated, without a franchise. */
const company = { bscl: 1, svcl: 0, fclt: false, frch: false, reg: true };
const RESIDENTIAL = 0;
const RETAIL = 1;

type Asked = Pick<TaxDraft, 'at' | 'sale'> & Partial<Pick<TaxDraft, 'id' | 'kind'>>;

/** Without a document it is a quote, and nothing of it is kept. */
export function calculation({ id, kind = 'sale', at, sale }: Asked, pairs: ProductPairs) {
  const { address, state, zipCode } = sale;
  const isReturn = kind === 'return';
  return {
    cmpn: company,
    inv: [
      {
        ...(id !== undefined && { doc: id }),
        cmmt: false,
        bill: {
          ctry: 'USA',
          st: state,
          zip: zipCode,
          ...(address?.city && { city: address.city }),
          ...(address?.streetName && { addr: streetLine(address), geo: true }),
        },
        cust: RESIDENTIAL,
        lfln: false,
        date: dayOfPlace(at, sale).toISOString(),
        invm: true,
        dtl: true,
        summ: false,
        itms: items(sale, pairs).map((item) => ({ ...item, ...(isReturn && { adj: true }) })),
      },
    ],
  };
}

function items(sale: Taxable, pairs: ProductPairs) {
  const { planCents, activationCents, addOnCents = 0, lines = 1 } = sale;
  const charged: [Product, number][] = [
    ['plan', planCents],
    ['activation', activationCents],
    ['add_on', addOnCents],
  ];
  const item = (product: Product, chg: number, line: number) => ({
    ref: product,
    chg,
    line,
    sale: RETAIL,
    ...pairs[product],
  });
  return [
    ...charged.flatMap(([product, cents]) => (cents > 0 ? [item(product, cents / 100, 0)] : [])),
    // The access charge takes no lines: what is owed for each line has a product of its own.
    ...(lines > 0 ? [item('line', 0, lines)] : []),
  ];
}

const faults = z.array(z.object({ code: z.number(), msg: z.string().optional() })).nullish();

const tax = z.object({
  bill: z.boolean(),
  cat: z.string(),
  name: z.string(),
  pcd: z.number(),
  lvl: z.number(),
  /** Dollars, with more than two decimals. Of a return, negative. */
  tax: z.number(),
});

export const calculated = z.object({
  inv: z.tuple([
    z.object({
      itms: z.array(z.object({ txs: z.array(tax).nullish(), err: faults })),
      err: faults,
    }),
  ]),
  err: faults,
});

export const committed = z.object({ ok: z.boolean(), err: faults });

type Calculated = z.infer<typeof calculated>;

/** Codes alone: the messages can hold the address. */
export function faultCodes({ inv: [invoice], err }: Calculated): number[] {
  const all = [err, invoice.err, ...invoice.itms.map((item) => item.err)];
  return all.flatMap((list) => list ?? []).map((fault) => fault.code);
}

/** What may be put on the bill, each tax of each place once, in whole cents: half a cent up. */
export function taxLines({ inv: [invoice] }: Calculated, state: string): TaxLine[] {
  const sums = new Map<string, { tax: z.infer<typeof tax>; millionths: number }>();
  for (const one of invoice.itms.flatMap((item) => item.txs ?? [])) {
    if (!one.bill) continue;
    const key = JSON.stringify([one.name, one.lvl, one.pcd]);
    const known = sums.get(key) ?? { tax: one, millionths: 0 };
    sums.set(key, { ...known, millionths: known.millionths + Math.round(one.tax * 1_000_000) });
  }
  const lines = [...sums.values()].map(({ tax: one, millionths }): TaxLine => {
    const place = placeOf(one.lvl, state);
    return {
      kind: fees.test(one.cat) ? 'government_fee' : 'tax',
      place,
      name: one.name.startsWith(place) ? one.name : `${place} ${one.name}`,
      amountCents: Math.sign(millionths) * Math.floor((Math.abs(millionths) + 5000) / 10_000),
      jurisdiction: `${one.pcd}`,
    };
  });
  return lines.filter((line) => line.amountCents !== 0);
}

/** Not on the customer as a tax: funds, 911, rights of way. */
const fees = /911|CONNECTIVITY|REGULATORY|RIGHT OF WAY/i;

function placeOf(level: number, state: string): string {
  if (level === 0) return 'Federal';
  if (level === 1) return stateOptions.find((one) => one.value === state)?.label ?? state;
  return level === 2 ? 'County' : 'City';
}
