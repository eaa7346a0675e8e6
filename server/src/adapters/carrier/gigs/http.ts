import * as z from 'zod';
import { askOutside, neverSent } from '../../ask-outside.ts';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';

export interface GigsSettings {
  /** The project's id, which is part of every address. */
  project: string;
  apiKey: string;
  /** `whsec_…` */
  webhookSecret: string;
  /** `https://api.gigs.com` */
  apiUrl: string;
  /** A user of the project for eligibility checks: a check needs one, and a visitor is none yet. */
  checkUser?: string;
}

const ANSWER_MS = 20_000;
const PAGE = 200;

/** Gigs understood, and said no. Its message is not kept: it may repeat what was sent. */
export class GigsRefusal extends Error {
  readonly status: number;
  /** `portingNotSupported` …; empty for what Gigs has no code for. */
  readonly code: string;

  constructor(status: number, code: string, line: string) {
    super(`Gigs answered ${line} with ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** Nothing was done with it. */
class KeyRefused extends OutsideFailure {}

const problem = z.object({ code: z.string().optional() });
const page = z.object({ items: z.array(z.unknown()), moreItemsAfter: z.string().nullable() });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Query = Readonly<Record<string, string>>;

export type GigsHttp = ReturnType<typeof gigsHttp>;

/** @throws GigsRefusal, OutsideFailure */
export function gigsHttp(settings: GigsSettings) {
  const base = `${settings.apiUrl.replace(/\/+$/, '')}/projects/${encodeURIComponent(settings.project)}`;

  async function ask<T>(
    shape: z.ZodType<T>,
    method: Method,
    path: string,
    { query = {}, body }: { query?: Query; body?: object } = {},
  ): Promise<T> {
    const line = `${method} ${path}`;
    // An id is theirs, and must not lead to another address.
    if (/\.\.|[?#\\]/.test(path)) throw new OutsideFailure('carrier', 'not_done', new Error(line));
    // What only looks has done nothing, whatever happened to its answer.
    const looks = method === 'GET' || path.endsWith('/search');
    const lost = looks ? 'not_done' : 'unknown';
    const search = new URLSearchParams(query).toString();
    let status: number;
    let text: string;
    try {
      const answer = await askOutside(`${base}${path}${search && `?${search}`}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${settings.apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      throw new OutsideFailure('carrier', neverSent(error) ? 'not_done' : lost, error);
    }
    if (status >= 200 && status < 300) {
      const read = shape.safeParse(jsonOf(text));
      if (read.success) return read.data;
      const where = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
      throw new OutsideFailure('carrier', lost, new Error(`Gigs’ answer to ${line}: ${where}`));
    }
    const { code = '' } = problem.safeParse(jsonOf(text)).data ?? {};
    const refusal = new GigsRefusal(status, code, line);
    if (status === 404 || (code && status < 500 && status !== 429)) throw refusal;
    if (status === 401 || status === 403) {
      throw new KeyRefused('carrier', 'not_done', refusal);
    }
    throw new OutsideFailure('carrier', status >= 500 ? lost : 'not_done', refusal);
  }

  return {
    ask,
    get: <T>(shape: z.ZodType<T>, path: string, query?: Query) =>
      ask(shape, 'GET', path, query && { query }),
    post: <T>(shape: z.ZodType<T>, path: string, body: object) =>
      ask(shape, 'POST', path, { body }),
    patch: <T>(shape: z.ZodType<T>, path: string, body: object) =>
      ask(shape, 'PATCH', path, { body }),
    remove: (path: string) => ask(z.unknown(), 'DELETE', path),
    /** Page by page, in Gigs' order, as long as somebody reads on. */
    async *all<T>(shape: z.ZodType<T>, path: string, query: Query = {}): AsyncGenerator<T> {
      let after: string | null = null;
      do {
        const asked: Query = { ...query, limit: String(PAGE), ...(after && { after }) };
        const read: z.infer<typeof page> = await ask(page, 'GET', path, { query: asked });
        for (const item of read.items) yield itemOf(shape, item, path);
        after = read.moreItemsAfter;
      } while (after !== null);
    },
    async search<T>(shape: z.ZodType<T>, path: string, body: object): Promise<T[]> {
      const { items } = await ask(page, 'POST', `${path}/search`, { body });
      return items.map((item) => itemOf(shape, item, path));
    },
  };
}

function itemOf<T>(shape: z.ZodType<T>, item: unknown, path: string): T {
  const read = shape.safeParse(item);
  if (read.success) return read.data;
  throw new OutsideFailure('carrier', 'not_done', new Error(`An item of Gigs’ ${path} is unknown`));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const gone = (error: unknown) => error instanceof GigsRefusal && error.status === 404;

/** The cheapest call that proves key and project. */
export async function checkGigs(settings: GigsSettings): Promise<void> {
  const failed = (advice: string, cause: unknown) => new CheckFailed('carrier', advice, cause);
  try {
    await gigsHttp(settings).get(z.object({ object: z.literal('project') }), '');
  } catch (error) {
    if (gone(error))
      throw failed('GIGS_PROJECT is no project of this key. Look in its dashboard', error);
    if (error instanceof KeyRefused) {
      throw failed('GIGS_API_KEY is refused. Make a key under Developers → API keys', error);
    }
    throw error;
  }
}
