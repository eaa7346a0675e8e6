import type { Footer, PageMetas } from '@portside/contract/content';
import type { PageSources } from '../../http/security.ts';
import type { Checkable } from '../health.ts';

/** The content port, in the content service's shapes (I03, I04). It answers at once. */
export interface ContentPort extends Checkable {
  readonly name: string;
  footer(brandId: string, language?: string): Promise<Footer>;
  pageMetas(brandId: string, language?: string): Promise<PageMetas>;
  /** Where pictures come from: added to the pages' content security policy. */
  sources?(): PageSources;
  /**
   * True until an outside service has answered once for each part: then pages have the brand's own
   * words in place of the editor's.
   */
  isGuess?(brandId: string): Promise<boolean>;
  /** Asks an outside service anew; a job does. Trouble is logged, the last answer stays. */
  refresh?(brandId: string): Promise<void>;
}

/** A service outside, behind `keptContent`. It knows published content only. */
export interface ContentService extends Required<Checkable> {
  readonly name: string;
  /** Where it is: another place has other answers. */
  readonly address: string;
  /** Null: none is published. @throws OutsideFailure */
  footer(brandId: string, language: string): Promise<Footer | null>;
  /** Without the pages that it has no words for. @throws OutsideFailure */
  pageMetas(brandId: string, language: string): Promise<PageMetas>;
  sources(): PageSources;
}
