import { footer, pageMetas } from '@portside/contract/content';
import type { World } from '../../app.ts';
import { brandJson, brandWords } from '../../brand-files.ts';
import type { ContentPort } from './content.ts';

/**
 * Footer and page metadata from the brand's own folder, read again when their file changes. In
 * them `{product}`, `{host}` and the like stand for the brand's settings.
 */
export function builtInContent(world: Pick<World, 'brands'>): ContentPort {
  const brandOf = (id: string) => {
    const brand = world.brands.byId(id);
    if (!brand) throw new Error(`There is no brand ${id}`);
    return brand;
  };
  return {
    name: 'built-in',
    footer: async (brandId) => brandJson(brandOf(brandId), 'footer', footer),
    pageMetas: async (brandId, language = 'en') =>
      brandWords(brandOf(brandId), 'pages', language, pageMetas),
  };
}
