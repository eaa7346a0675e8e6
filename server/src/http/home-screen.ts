import { manifestPath } from '@portside/contract/home-screen';
import { type Language, languages, pathIn } from '@portside/contract/language';
import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import { appIcons } from '../brands/app-icons.ts';
import { addressIfThere, brandAddress } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { brandOfHost } from './site.ts';

/** What a phone asks to put the site on its home screen (docs/decisions/0963). */
export function homeScreen(app: App): FastifyPluginAsync {
  return async (http) => {
    for (const language of languages) {
      http.get(pathIn(language, manifestPath), async (request, reply) => {
        const manifest = await manifestOf(brandOfHost(app, request), language);
        return reply
          .type('application/manifest+json; charset=utf-8')
          .header('cache-control', 'public, max-age=300')
          .send(JSON.stringify(manifest));
      });
    }
  };
}

async function manifestOf(brand: Brand, language: Language) {
  const { ground } = brand.letters;
  return {
    // One app, in whichever language it was installed.
    id: '/dashboard',
    name: brand.host,
    short_name: brand.product,
    lang: language,
    start_url: pathIn(language, '/dashboard'),
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    icons: await iconsOf(brand),
  };
}

async function iconsOf(brand: Brand) {
  const found = await Promise.all(
    appIcons.map(async ({ file, dots, purpose }) => {
      const src = await addressIfThere(brand, file);
      return src ? [{ src, sizes: `${dots}x${dots}`, type: 'image/png', purpose }] : [];
    }),
  );
  const icons = found.flat();
  if (icons.some(({ purpose }) => purpose === 'any')) return icons;
  const mark = await brandAddress(brand, 'mark.svg');
  return [{ src: mark, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }, ...icons];
}
