import type { Footer, PageMetas } from '@portside/contract/content';
import type { World } from '../../app.ts';
import type { Brand } from '../../brands/brands.ts';
import type { ContentPort } from './content.ts';

/**
 * Never fails: the last good answer while the service is down, or the brand's own words. Only an
 * unknown brand is an error.
 */
export function cachedContent(
  world: Pick<World, 'brands' | 'log'>,
  port: ContentPort,
  /** Where the brand's own words are, if not in `port`. */
  own: ContentPort = port,
): ContentPort {
  const last = new Map<string, unknown>();
  async function ask<T>(
    brandId: string,
    part: 'footer' | 'pageMetas',
    bare: (brand: Brand) => T,
    language = 'en',
  ): Promise<T> {
    const brand = world.brands.byId(brandId);
    if (!brand) throw new Error(`There is no brand ${brandId}`);
    const key = `${brandId} ${part} ${language}`;
    try {
      const answer = (await port[part](brandId, language)) as T;
      last.set(key, answer);
      return answer;
    } catch (error) {
      world.log.warn({ error, brandId, part }, 'the content service failed');
      const known = last.get(key) as T | undefined;
      if (known) return known;
      if (own === port) return bare(brand);
      return (own[part](brandId, language) as Promise<T>).catch(() => bare(brand));
    }
  }
  return {
    name: port.name,
    async check() {
      await port.check?.();
    },
    footer: (brandId) => ask(brandId, 'footer', bareFooter),
    pageMetas: (brandId, language) => ask(brandId, 'pageMetas', bareMetas, language),
  };
}

const bareFooter = (brand: Brand): Footer => ({
  data: { attributes: { address: brand.company, social: [] } },
});

const bareMetas = (brand: Brand): PageMetas => ({
  data: [
    { attributes: { metaData: { page: 'home', metaTitle: brand.product, metaDescription: '' } } },
  ],
});
