import { footer, pageMetas } from '@portside/contract/content';
import type { World } from '../../../app.ts';
import { brandJson, brandWords } from '../../../brands/brand-files.ts';
import type { ContentPort } from '../content.ts';

/**
 * From the brand's folder, reread when a file changes. `{product}`, `{host}` and others are filled
 * in.
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
