import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import { brandAddress, brandFlags } from '../brands/brand-files.ts';
import { webBuild } from './built-web.ts';
import { No } from './no.ts';
import { sendPage } from './security.ts';
import { brandOfHost } from './site.ts';

/** What the page of the console names: its files have no place among customers' pages. */
export interface ConsoleFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** In development. */
  readonly before?: string;
}

/** One page for all addresses of the console: what it shows is asked for by its script. */
export function consolePage(
  app: App,
  load: (() => Promise<ConsoleFiles>) | undefined,
): FastifyPluginAsync {
  return async (http) => {
    const assets = join(webBuild, 'console/assets');
    if (existsSync(assets)) {
      await http.register(fastifyStatic, {
        root: assets,
        prefix: '/console/assets',
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
        decorateReply: false,
      });
    }
    for (const path of ['/console', '/console/*']) {
      http.get(path, async (request, reply) => {
        if (/^\/console\/(?:api|assets)(?:\/|$|\?)/.test(request.url) || !load)
          throw new No('not_found');
        const brand = brandOfHost(app, request);
        const files = await load();
        const state = {
          product: brand.product,
          client: brand.client,
          timeZone: brand.timeZone,
          isTrial: app.config.seed === 'demo' && brand === app.brands.first,
        };
        const html = pageOf({
          title: `${brand.product} Console`,
          icon: await brandAddress(brand, 'mark.svg'),
          theme: `/brands/${brand.id}/theme.css`,
          flags: await brandFlags(brand),
          state: JSON.stringify(state),
          files,
        });
        reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
        return sendPage(
          reply,
          { status: 200, html, nonceMark: NONCE },
          { sources: {}, dev: app.config.dev },
        );
      });
    }
  };
}

const NONCE = '__nonce__';

interface Written {
  title: string;
  icon: string;
  theme: string;
  /** Plans are shown as the shop shows them, with their flags. */
  flags: string;
  state: string;
  files: ConsoleFiles;
}

const pageOf = ({ title, icon, theme, flags, state, files }: Written) => `<!doctype html>
<html lang="en" data-console="${inAttribute(state)}">
  <head>
    <meta charset="utf-8" />
    <meta content="width=device-width, initial-scale=1" name="viewport" />
    <meta content="light dark" name="color-scheme" />
    <meta content="noindex" name="robots" />
    <link href="${inAttribute(icon)}" rel="icon" type="image/svg+xml" />
    <title>${inAttribute(title)}</title>
    ${[...files.styles, theme].map((href) => `<link rel="stylesheet" href="${inAttribute(href)}" />`).join('\n    ')}
  </head>
  <body>
    ${flags.replace('<svg', () => '<svg aria-hidden="true" class="hidden"')}
    <div id="console"></div>
    ${files.before ? `<script type="module" nonce="${NONCE}">${files.before}</script>` : ''}
    ${files.scripts.map((src) => `<script type="module" nonce="${NONCE}" src="${inAttribute(src)}"></script>`).join('\n    ')}
  </body>
</html>
`;

const inAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
