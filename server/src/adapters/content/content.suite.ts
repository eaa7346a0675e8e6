import { footer, pageMetas } from '@portside/contract/content';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentPort } from './content.ts';

export interface ContentBench {
  port: ContentPort;
  brandId: string;
  close(): Promise<void>;
}

/** What every content adapter keeps. */
export function contentSuite(name: string, open: () => Promise<ContentBench>): void {
  describe(`content by ${name}`, () => {
    let bench: ContentBench;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test('the footer has an address and social links, in the content service’s shape', async () => {
      const found = await bench.port.footer(bench.brandId);
      expect(footer.parse(found)).toEqual(found);
      expect(found.data.attributes.address).not.toBe('');
    });

    test('the home page has a title and a description, and no page has two', async () => {
      const found = await bench.port.pageMetas(bench.brandId);
      expect(pageMetas.parse(found)).toEqual(found);
      const pages = found.data.map((one) => one.attributes.metaData.page);
      expect(pages).toContain('home');
      expect(new Set(pages).size).toBe(pages.length);
    });

    test('an unknown brand has no content', async () => {
      await expect(bench.port.footer('no-such-brand')).rejects.toThrow('no-such-brand');
    });
  });
}
