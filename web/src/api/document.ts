import type { Call, CallOptions } from '@portside/contract/call';
import type { DocumentType, Endpoint, InputOf } from '@portside/contract/endpoint';

export interface DocumentFile {
  readonly fileName: string;
  readonly content: Blob;
}

type DocumentEndpoint = Endpoint & { readonly document?: DocumentType };

/** `call` for endpoints that answer a file. */
export async function fetchDocument<E extends DocumentEndpoint>(
  call: Call,
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<DocumentFile> {
  const file: unknown = await call(endpoint, input, options);
  return file as DocumentFile;
}

/** Named by content-disposition. */
export async function documentOf(response: Response): Promise<DocumentFile> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const fileName = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'document';
  return { fileName, content: await response.blob() };
}

/** Browsers may read the file long after the click. */
const READ_MS = 60_000;

export function saveDocument({ fileName, content }: DocumentFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

export type OpenWindow = () => Window | null;
const openTab: OpenWindow = () => window.open('', '_blank');

/**
 * Opens the page in a new tab and prints it, or saves it where tabs are blocked. Call it in the
 * click handler, or the popup blocker steps in.
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

/** The load event is lost when the tab's empty page goes. */
async function arrived(tab: Window, url: string): Promise<boolean> {
  for (let look = 0; look < 100 && !tab.closed; look += 1) {
    if (tab.location.href === url && tab.document.readyState === 'complete') return true;
    await new Promise((next) => setTimeout(next, 50));
  }
  return false;
}

/**
 * A blob page inherits our content security policy, which forbids inline styles but not adopted
 * ones.
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
