import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pagePolicy, type PageSources } from './security.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** First visitors get a quick compression; the small one follows in the background. */
const QUICK = { br: 5, gzip: 6 } as const;
const SMALL = { br: 11, gzip: 9 } as const;

/** How long a CDN may hold a page, and serve it stale while it fetches a new one. */
const CDN_SECONDS = 30;
const CDN_STALE_SECONDS = 600;
/** A page that is about to change. */
const GUESS_SECONDS = 2;

type Encoding = 'br' | 'gzip' | 'identity';

export interface CachedPage {
  readonly html: string;
  readonly tag: string;
  readonly isGuess: boolean;
  readonly answers: Readonly<Record<Encoding, CachedAnswer>>;
}

export interface CachedAnswer {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Hashes of inline scripts and styles go into the policy. @param known the page before; unchanged
 * text is not compressed again
 */
export async function cachePage(
  page: { html: string; nonceMark?: string; isGuess?: boolean },
  sources: PageSources,
  known?: CachedPage,
): Promise<CachedPage> {
  const { html, hashes } = withHashes(page);
  const { isGuess = false } = page;
  if (known?.html === html && known.isGuess === isGuess) return known;
  const policy = pagePolicy({ scripts: hashes.script, styles: hashes.style }, { sources });
  const body = Buffer.from(html);
  const tag = `"${createHash('sha256').update(body).update(policy).digest('base64url').slice(0, 24)}-`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': isGuess
      ? `public, max-age=0, s-maxage=${GUESS_SECONDS}`
      : `public, max-age=0, s-maxage=${CDN_SECONDS}, stale-while-revalidate=${CDN_STALE_SECONDS}`,
    vary: 'accept-encoding',
  };
  const answer = (encoding: Encoding, bytes: Buffer, level = 0): CachedAnswer => ({
    body: bytes,
    headers: {
      ...headers,
      'content-length': String(bytes.length),
      etag: `${tag}${encoding}-${level}"`,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  });
  const packed = async (level: { br: number; gzip: number }) => ({
    br: answer('br', await brotli(body, { params: brotliParams(level.br, body.length) }), level.br),
    gzip: answer('gzip', await zip(body, { level: level.gzip }), level.gzip),
  });
  const answers = { identity: answer('identity', body), ...(await packed(QUICK)) };
  void packed(SMALL).then((small) => Object.assign(answers, small));
  return { html, tag, isGuess, answers };
}

/** 304 for a page the browser has, in whatever encoding. */
export function answerTo(
  headers: IncomingHttpHeaders,
  { answers, tag }: CachedPage,
): { status: 200 | 304; answer: CachedAnswer } {
  const answer = answers[encodingOf(headers['accept-encoding'])];
  return { status: headers['if-none-match']?.includes(tag) ? 304 : 200, answer };
}

const brotliParams = (quality: number, size: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
});

const encodings = new Map<string, Encoding>();
const ENCODINGS_KEPT = 100;

export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const known = encodings.get(accepted);
  if (known) return known;
  if (encodings.size >= ENCODINGS_KEPT) encodings.clear();
  const encoding = readEncoding(accepted);
  encodings.set(accepted, encoding);
  return encoding;
}

function readEncoding(accepted: string): Encoding {
  const takes = (name: string) =>
    accepted.split(',').some((one) => {
      const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      return coding === name && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

export function withHashes({ html, nonceMark }: { html: string; nonceMark?: string }) {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  if (!nonceMark) return { html, hashes: { script: [], style: [] } };
  const attribute = ` nonce="${nonceMark}"`;
  const parts = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
  const clean = html.replace(
    parts,
    (whole, kind: 'script' | 'style', attributes: string, text: string) => {
      if (!attributes.includes(attribute)) return whole;
      if (/\ssrc=/.test(attributes)) throw new Error('A kept page names a script that has no hash');
      hashes[kind].add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
      return whole.replace(attribute, '');
    },
  );
  if (clean.includes(nonceMark))
    throw new Error('A nonce is left in a page that is the same for everybody');
  return { html: clean, hashes: { script: [...hashes.script], style: [...hashes.style] } };
}
