import type { Call, CallOptions } from '@portside/contract/call';
import type { DocumentType, Endpoint, InputOf } from '@portside/contract/endpoint';

/** A file that the server made for the customer, with the name it gave it. */
export interface DocumentFile {
  readonly fileName: string;
  readonly content: Blob;
}

type DocumentEndpoint = Endpoint & { readonly document?: DocumentType };

/** `call` for an endpoint that answers with a file: fetched with the token, failing as any call. */
export async function fetchDocument<E extends DocumentEndpoint>(
  call: Call,
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<DocumentFile> {
  const file: unknown = await call(endpoint, input, options);
  return file as DocumentFile;
}

/** The file of an answer, named by its content-disposition. */
export async function documentOf(response: Response): Promise<DocumentFile> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const fileName = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'document';
  return { fileName, content: await response.blob() };
}

/** A browser may begin to read the file long after the press. */
const READ_MS = 60_000;

/** Puts the file where the browser keeps downloads. */
export function saveDocument({ fileName, content }: DocumentFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

/** Opens windows; a test hands in its own. */
export type OpenWindow = () => Window | null;
const openTab: OpenWindow = () => window.open('', '_blank');

/**
 * Shows a page of ours in a new tab and opens the print dialog there; where new tabs are not
 * allowed the file is saved instead. To be called at the press itself: a tab that opens later is
 * taken for an advertisement.
 */
export async function printDocument(
  fetched: Promise<DocumentFile>,
  open: OpenWindow = openTab,
): Promise<void> {
  const tab = open();
  const file = await fetched.catch((error: unknown) => {
    tab?.close();
    throw error;
  });
  if (!tab) return saveDocument(file);
  const url = URL.createObjectURL(file.content);
  tab.location.replace(url);
  if (!(await arrived(tab, url))) return;
  dress(tab.document);
  tab.print();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}

/** Its load event is lost when the tab's first, empty page goes, so it is looked at. */
async function arrived(tab: Window, url: string): Promise<boolean> {
  for (let look = 0; look < 100 && !tab.closed; look += 1) {
    if (tab.location.href === url && tab.document.readyState === 'complete') return true;
    await new Promise((next) => setTimeout(next, 50));
  }
  return false;
}

/**
 * A page made of a file keeps this site's content security policy, which forbids the styles written
 * in it. The same styles are adopted by script, which it allows.
 */
function dress(page: Document): void {
  const host = page.defaultView;
  if (!host) return;
  page.adoptedStyleSheets = [...page.querySelectorAll('style')].map(({ textContent }) => {
    const sheet = new host.CSSStyleSheet();
    sheet.replaceSync(textContent ?? '');
    return sheet;
  });
}
