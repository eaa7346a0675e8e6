import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicBrand } from '@portside/contract/brand';
import {
  type OfflineCopy,
  offlinePath,
  offlineScriptPath,
  workerPath,
} from '@portside/contract/home-screen';
import { type Language, languages, pathIn } from '@portside/contract/language';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { brandTheme, brandVersion } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { withHashes } from './cached-page.ts';
import { No } from './no.ts';
import { publicBrand } from './public-brand.ts';
import { framePolicy, offlinePolicy } from './security.ts';
import { brandOfHost } from './site.ts';

/** What the web brings for a phone without a network. */
export interface OfflineParts {
  readonly worker: string;
  readonly script: string;
  render(host: { brand: PublicBrand; language: Language; theme: string; script: string }): {
    html: string;
    nonceMark?: string;
  };
}

interface Made {
  readonly copy: OfflineCopy;
  readonly tag: string;
  readonly pages: ReadonlyMap<Language, { html: string; policy: string }>;
}

/**
 * The page, its one script, and the worker that shows them when the network fails, all with the name
 * of one copy (docs/decisions/0963).
 */
export function offlinePage(
  app: App,
  load: (() => Promise<OfflineParts>) | undefined,
): FastifyPluginAsync {
  const known = new Map<string, { version: string; made: Promise<Made> }>();
  return async (http) => {
    if (!load) return;
    for (const language of languages) {
      http.get(pathIn(language, offlinePath), async (request, reply) => {
        const { tag, pages } = await find(request);
        onlyThis(request, tag);
        const page = pages.get(language);
        return fresh(reply, 'text/html')
          .header('x-robots-tag', 'noindex')
          .header('content-security-policy', page?.policy)
          .send(page?.html);
      });
    }
    http.get(offlineScriptPath, async (request, reply) => {
      const { script } = await load();
      onlyThis(request, hashOf(script));
      return fresh(reply, 'text/javascript').send(script);
    });
    http.get(workerPath, async (request, reply) => {
      const { copy } = await find(request);
      const { worker } = await load();
      return (
        fresh(reply, 'text/javascript')
          // What it asks for has this policy, not the page's.
          .header('content-security-policy', framePolicy({ 'connect-src': ["'self'"] }, ["'none'"]))
          .send(`self.offlineCopy=${JSON.stringify(copy)};\n${worker}\n`)
      );
    });

    async function find(request: FastifyRequest): Promise<Made> {
      const brand = brandOfHost(app, request);
      const version = await brandVersion(brand);
      const there = known.get(brand.id);
      if (there?.version === version) return there.made;
      const made = make(app, brand, await load!());
      known.set(brand.id, { version, made });
      made.catch(() => known.delete(brand.id));
      return made;
    }
  };
}

async function make(app: App, brand: Brand, parts: OfflineParts): Promise<Made> {
  const theme = await brandTheme(brand);
  const logo = await readFile(join(brand.folder, 'logo.svg'), 'utf8').catch(() => undefined);
  const script = `${offlineScriptPath}?v=${hashOf(parts.script)}`;
  const pages = await Promise.all(
    languages.map(async (language) => {
      const shown = await publicBrand(app, brand, language);
      const page = withHashes(
        parts.render({
          // A picture in the page needs no copy.
          brand: logo ? { ...shown, logoUrl: dataUrl(logo) } : shown,
          language,
          theme,
          script,
        }),
      );
      return [language, { html: page.html, policy: offlinePolicy(page.hashes.style) }] as const;
    }),
  );
  const tag = hashOf(pages.map(([, { html, policy }]) => html + policy).join(''));
  const address = (language: Language) => `${pathIn(language, offlinePath)}?v=${tag}`;
  const copy: OfflineCopy = {
    name: `offline-${tag}`,
    pages: { en: address('en'), es: address('es') },
    script,
  };
  return { copy, tag, pages: new Map(pages) };
}

/** A worker of another release would keep what it did not ask for. @throws No */
function onlyThis({ query }: FastifyRequest, tag: string): void {
  const { v } = query as { v?: string };
  if (v !== undefined && v !== tag) throw new No('not_found');
}

const fresh = (reply: FastifyReply, type: string) =>
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache');

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const dataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
