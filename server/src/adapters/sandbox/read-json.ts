import type * as z from 'zod';

/** The value in the text, if it has this shape; undefined for any other text. */
export function readJson<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
