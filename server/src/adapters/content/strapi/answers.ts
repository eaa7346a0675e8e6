import type { Footer, PageMetas } from '@portside/contract/content';
import * as z from 'zod';

/** Strapi 4 wraps fields in `attributes`, and relations and media in `data`; 5 does neither. */
type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (entry: unknown): Loose | null => {
  if (!isObject(entry)) return null;
  return isObject(entry.attributes) ? entry.attributes : entry;
};

const mediaOf = (media: unknown): Loose | null =>
  fieldsOf(isObject(media) && 'data' in media ? media.data : media);

/** A draft has no `publishedAt`. We never ask for drafts; a public role with too many rights may. */
const isDraft = (fields: Loose) => fields.publishedAt === null;

const words = z.string().trim().min(1);
const titles = z.object({ page: words, metaTitle: words });
const listOf = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ pageCount: z.number() }) }),
});

/** Null: the components are not filled in, because the form of `populate` is not understood. */
export function footerOf(body: unknown, mediaUrl: string): Footer | null | 'not filled in' {
  const fields = fieldsOf(z.object({ data: z.unknown() }).parse(body).data);
  if (!fields || isDraft(fields)) return null;
  const address = words.parse(fields.address);
  if (!Array.isArray(fields.social)) return 'not filled in';
  const social = fields.social.flatMap((one: unknown) => {
    const entry = fieldsOf(one);
    const link = entry && webAddress(entry.link);
    if (!entry || !link) return [];
    return [{ link, logo: { data: logoOf(entry.logo, mediaUrl) } }];
  });
  return { data: { attributes: { address, social } } };
}

function logoOf(media: unknown, mediaUrl: string) {
  const url = webAddress(mediaOf(media)?.url, mediaUrl);
  // The pages' policy names one place, so an editor cannot bring another one.
  if (!url || new URL(url).origin !== new URL(mediaUrl).origin) return null;
  return { attributes: { url } };
}

/** Only http and https pass: what an editor types becomes a link on every page. */
function webAddress(value: unknown, base?: string): string | null {
  const url = typeof value === 'string' ? URL.parse(value.trim(), base) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** One page of the list. Entries without a page or a title are left out. */
export function metasOf(body: unknown): { metas: PageMetas['data']; pageCount: number } {
  const { data, meta } = listOf.parse(body);
  const metas = data.flatMap((entry) => {
    const fields = fieldsOf(entry);
    if (!fields || isDraft(fields) || !isObject(fields.metaData)) return [];
    const { page, metaTitle, metaDescription } = fields.metaData;
    const titled = titles.safeParse({ page, metaTitle });
    if (!titled.success) return [];
    const description = typeof metaDescription === 'string' ? metaDescription.trim() : '';
    return [{ attributes: { metaData: { ...titled.data, metaDescription: description } } }];
  });
  return { metas, pageCount: meta.pagination.pageCount };
}
