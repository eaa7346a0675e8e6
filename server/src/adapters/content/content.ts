import type { Footer, PageMetas } from '@portside/contract/content';
import type { Checkable } from '../health.ts';

/** The content port, in the content service's shapes (I03, I04). */
export interface ContentPort extends Checkable {
  readonly name: string;
  footer(brandId: string): Promise<Footer>;
  pageMetas(brandId: string, language?: string): Promise<PageMetas>;
}
