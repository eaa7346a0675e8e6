import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';

/** In the content service's shape (I03). */
export const footer = z.object({
  data: z.object({
    attributes: z.object({
      address: z.string(),
      social: z.array(
        z.object({
          link: z.url(),
          logo: z.object({
            data: z.nullable(z.object({ attributes: z.object({ url: z.string() }) })),
          }),
        }),
      ),
    }),
  }),
});
export type Footer = z.infer<typeof footer>;

export const pageMeta = z.object({
  page: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** In the content service's shape (I04). */
export const pageMetas = z.object({
  data: z.array(z.object({ attributes: z.object({ metaData: pageMeta }) })),
});
export type PageMetas = z.infer<typeof pageMetas>;

export const viewFrame = endpoint({
  name: 'viewFrame',
  wire: 'GET /app/content/frame',
  caller: 'anyone',
  summary: 'Title and description of a page, and the footer, from the content service',
  input: z.object({ page: z.string().check(z.maxLength(64)) }),
  output: z.object({
    meta: pageMeta,
    address: z.string(),
    social: z.array(z.object({ link: z.string(), logoUrl: z.nullable(z.string()) })),
    notFound: z.optional(z.object({ title: z.string(), text: z.string() })),
  }),
});

export const textRun = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  em: z.optional(z.boolean()),
  code: z.optional(z.boolean()),
  to: z.optional(z.string()),
});
export type TextRun = z.infer<typeof textRun>;

/** A block of a text page, parsed from Markdown (A03 to A13). */
export const textBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs: z.array(textRun) }),
  z.object({ kind: z.literal('heading'), runs: z.array(textRun) }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(textRun)) }),
]);
export type TextBlock = z.infer<typeof textBlock>;

export const textPage = z.object({
  title: z.string(),
  blocks: z.array(textBlock),
  sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(textBlock) })),
  /** Set when the page is not in the reader's language. */
  language: z.optional(z.string()),
});
export type TextPage = z.infer<typeof textPage>;

export const textPages = ['about', 'faq', 'privacy-policy', 'terms-and-conditions'] as const;

export const viewText = endpoint({
  name: 'viewText',
  wire: 'GET /app/content/texts/{page}',
  caller: 'anyone',
  summary: 'A text page of the brand: about, questions, privacy, terms',
  input: z.object({ page: z.enum(textPages) }),
  output: textPage,
});

export const indexedPages = [
  '',
  'shop',
  'about',
  'faq',
  'contact-us',
  'own-account',
  'privacy-policy',
  'terms-and-conditions',
] as const;

const told = z.object({ title: z.string(), text: z.string() });

export const homeWords = z.object({
  hero: told,
  plansTitle: z.string(),
  steps: z.object({ title: z.string(), items: z.array(told) }),
  bringNumber: z.object({
    title: z.string(),
    text: z.string(),
    needsTitle: z.string(),
    needs: z.array(z.string()),
    note: z.string(),
  }),
  esim: z.object({ title: z.string(), items: z.array(told) }),
  feesTitle: z.string(),
  network: z.optional(
    z.object({
      name: z.string(),
      title: z.string(),
      text: z.string(),
      map: z.optional(
        z.object({
          title: z.string(),
          text: z.string(),
          alt: z.string(),
          file: z.string().check(z.regex(/^[\w-]+\.(svg|png|webp)$/)),
        }),
      ),
    }),
  ),
  customers: z.optional(
    z.object({
      title: z.string(),
      items: z.array(z.object({ quote: z.string(), who: z.string() })),
      note: z.optional(z.string()),
    }),
  ),
  questions: z.object({ title: z.string(), items: z.array(told) }),
});
export type HomeWords = z.infer<typeof homeWords>;

export const viewHome = endpoint({
  name: 'viewHome',
  wire: 'GET /app/content/home',
  caller: 'anyone',
  summary: 'The words of the home page',
  input: nothing,
  output: homeWords,
});
