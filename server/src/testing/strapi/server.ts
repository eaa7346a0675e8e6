import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StrapiEntry {
  /** `en` unless told. */
  locale?: string;
  draft?: boolean;
}
export interface FooterEntry extends StrapiEntry {
  address: string;
  social: { link: string; logo: string | null }[];
}
export interface MetaEntry extends StrapiEntry {
  page: string;
  metaTitle: string;
  metaDescription: string | null;
}

export interface StrapiOptions {
  /** 4 has the plugin for `populate=deep` unless told. */
  version: 4 | 5;
  plugin?: boolean;
  /** Something on the way takes `Strapi-Response-Format` away, so that 5 answers in its own shape. */
  headerLost?: boolean;
  token?: string;
}

/** As it came, of its headers those that Strapi looks at. */
interface StrapiRequest {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[]>;
}

type Fields = Record<string, unknown>;
interface Reply {
  status: number;
  body: unknown;
}

const error = (status: number, name: string, message: string): Reply => ({
  status,
  body: { data: null, error: { status, name, message, details: {} } },
});
const notFound = error(404, 'NotFoundError', 'Not Found');

/**
 * A Strapi as integrations.md has observed it, for brand harbor. Stricter where Strapi only shrugs:
 * a query key that it does not know is refused, and so is who does not ask for the specified shape.
 */
export async function openStrapi(options: StrapiOptions) {
  const state = {
    footers: [] as FooterEntry[],
    metas: [] as MetaEntry[],
    asked: [] as string[],
    requests: [] as StrapiRequest[],
    /** Answers instead of content: a status, or silence. */
    trouble: undefined as number | 'silent' | undefined,
    /** A path that the role may not read. */
    forbidden: undefined as string | undefined,
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://strapi');
    state.asked.push(url.pathname + url.search);
    state.requests.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(
        ['accept', 'authorization', 'strapi-response-format'].flatMap((name) => {
          const value = request.headers[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    });
    if (state.trouble === 'silent') return;
    const { status, body } = state.trouble
      ? error(state.trouble, 'InternalServerError', 'Internal Server Error')
      : answer(url, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;

  function answer(url: URL, { headers, method }: IncomingMessage): Reply {
    if (method !== 'GET') return error(405, 'MethodNotAllowedError', 'Method Not Allowed');
    if (options.token && headers.authorization !== `Bearer ${options.token}`) {
      return error(401, 'UnauthorizedError', 'Missing or invalid credentials');
    }
    if (headers['strapi-response-format'] !== 'v4') {
      return error(400, 'ValidationError', 'Strapi-Response-Format: v4 is missing');
    }
    if (headers.accept !== 'application/json') {
      return error(406, 'NotAcceptableError', 'Not Acceptable');
    }
    if (url.pathname === state.forbidden) return error(403, 'ForbiddenError', 'Forbidden');
    const wrapped = options.version === 4 || !options.headerLost;
    const query = Object.fromEntries(url.searchParams);
    if (url.pathname === '/api/footer') return footer(query, wrapped);
    if (url.pathname === '/api/harbor-net-meta-datas') return metas(query, wrapped);
    return notFound;
  }

  function footer({ populate, locale = 'en', ...query }: Record<string, string>, wrapped: boolean) {
    const { 'populate[social][populate]': within, ...unknown } = query;
    const strange = Object.keys(unknown)[0];
    if (strange) return error(400, 'ValidationError', `Invalid key ${strange}`);
    const isDeep = populate === 'deep' && options.version === 4 && options.plugin !== false;
    const ignores = populate === 'deep' && options.version === 4;
    if (populate !== undefined && populate !== '*' && !ignores) {
      return error(400, 'ValidationError', `Invalid key ${populate}`);
    }
    if (within !== undefined && within !== 'logo') {
      return error(400, 'ValidationError', `Invalid key ${within}`);
    }
    const found = published(state.footers, locale)[0];
    if (!found) return notFound;
    const logo = (url: string | null) => {
      const fields = url && { name: 'logo.svg', alternativeText: null, mime: 'image/svg+xml', url };
      if (wrapped) return { data: fields ? { id: 1, attributes: fields } : null };
      return fields ? { id: 1, documentId: 'w603', ...fields } : null;
    };
    const social = found.social.map((one, at) => ({
      id: at + 1,
      link: one.link,
      ...((isDeep || within) && { logo: logo(one.logo) }),
    }));
    const filled = isDeep || within || populate === '*';
    const fields = { address: found.address, ...stamps(found), ...(filled && { social }) };
    return { status: 200, body: { data: entry(1, fields, wrapped), meta: {} } };
  }

  function metas(query: Record<string, string>, wrapped: boolean): Reply {
    const { populate, locale = 'en', sort, ...paging } = query;
    const { 'pagination[page]': page = '1', 'pagination[pageSize]': size = '25', ...more } = paging;
    const strange = Object.keys(more)[0];
    if (strange || populate !== '*' || (sort !== undefined && sort !== 'id')) {
      return error(400, 'ValidationError', `Invalid key ${strange ?? populate ?? sort}`);
    }
    const isCount = (text: string) => /^[1-9]\d*$/.test(text);
    if (!isCount(page) || !isCount(size)) {
      return error(400, 'ValidationError', 'Invalid pagination');
    }
    const all = published(state.metas, locale);
    const pageSize = Math.min(100, Number(size));
    const from = (Number(page) - 1) * pageSize;
    // A database promises no order that nobody asked for: here each page has another one.
    if (sort === undefined && Number(page) % 2 === 0) all.reverse();
    const data = all.slice(from, from + pageSize).map((one, at) => {
      const { page: name, metaTitle, metaDescription } = one;
      const metaData = { id: at + 1, page: name, metaTitle, metaDescription };
      return entry(from + at + 1, { name, ...stamps(one), metaData }, wrapped);
    });
    const pageCount = Math.ceil(all.length / pageSize);
    const pagination = { page: Number(page), pageSize, pageCount, total: all.length };
    return { status: 200, body: { data, meta: { pagination } } };
  }

  return {
    state,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const published = <E extends StrapiEntry>(all: readonly E[], locale: string): E[] =>
  all.filter((one) => !one.draft && (one.locale ?? 'en') === locale);

const stamps = ({ locale = 'en' }: StrapiEntry) => ({
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  publishedAt: '2026-11-01T10:00:00.000Z',
  locale,
});

const entry = (id: number, fields: Fields, wrapped: boolean): Fields =>
  wrapped ? { id, attributes: fields } : { id, documentId: `doc${id}`, ...fields };

export const harborFooter: FooterEntry = {
  address: '1 Example Way\nSpringfield, IL 62701',
  social: [
    { link: 'https://social.example/harbor', logo: '/uploads/social.svg' },
    { link: 'https://video.example/harbor', logo: null },
  ],
};
export const harborMetas: MetaEntry[] = [
  { page: 'home', metaTitle: 'Harbor, as the editor says', metaDescription: 'Plans at sea' },
  { page: 'shop', metaTitle: 'The editor’s shop', metaDescription: null },
];
