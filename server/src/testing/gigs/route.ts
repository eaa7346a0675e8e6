import * as z from 'zod';
import { GigsNo } from './project.ts';

interface Asked<Body> {
  id: string;
  query: unknown;
  body: Body;
}
export interface GigsRoute {
  /** Behind `/projects/{project}`. */
  wire: string;
  query?: z.ZodType;
  body?: z.ZodType;
  answer(asked: Asked<never>): object;
}

export const paging = {
  after: z.string().optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(0).max(200).default(10),
};
export const metadata = z
  .record(z.string().max(40), z.string().max(255))
  .refine((all) => Object.keys(all).length <= 10)
  .default({});
/** @param body what the request may have, and nothing else */
export function route<Body extends z.ZodType, Query extends z.ZodType>(
  wire: string,
  shapes: { body?: Body; query?: Query },
  answer: (asked: { id: string; query: z.infer<Query>; body: z.infer<Body> }) => object,
): GigsRoute {
  return { wire, ...shapes, answer: answer as GigsRoute['answer'] };
}

export function found<T extends { id: string }>(all: readonly T[], id: string): T {
  const one = all.find((other) => other.id === id);
  if (!one) throw new GigsNo(404, 'notFound');
  return one;
}

/** The latest first, from the item after `after`. */
export function list(
  all: readonly { id: string }[],
  {
    after,
    before,
    limit = 10,
  }: { after?: string | undefined; before?: string | undefined; limit?: number },
): object {
  if (after && before) throw new GigsNo(400, 'invalid');
  const from = after ? all.findIndex((one) => one.id === after) + 1 : 0;
  const items = all.slice(from, from + limit);
  const more = from + limit < all.length;
  return {
    object: 'list',
    items,
    moreItemsAfter: more ? (items.at(-1)?.id ?? null) : null,
    moreItemsBefore: from > 0 ? (items[0]?.id ?? null) : null,
  };
}

export const whole = (items: readonly object[]) => ({
  object: 'list',
  items,
  moreItemsAfter: null,
  moreItemsBefore: null,
});
