import type { Footer, PageMetas } from '@portside/contract/content';

/**
 * The content port: footer and page metadata in the content service's own shapes (I03, I04). Only the
 * built-in content answers it; nothing calls a content service outside.
 */
export interface ContentPort {
  readonly name: string;
  footer(brandId: string): Promise<Footer>;
  /** In the language, where the service has them in it. */
  pageMetas(brandId: string, language?: string): Promise<PageMetas>;
}
