import { onTestFinished } from 'vitest';

/** The files that presses save until the test is over: jsdom has no downloads of its own. */
export function captureSavedFiles() {
  const saved: { name: string; content: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  const urls = URL as Partial<Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>>;
  const { createObjectURL, revokeObjectURL } = urls;
  urls.createObjectURL = (blob) => {
    const url = `blob:${location.origin}/${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  };
  urls.revokeObjectURL = () => undefined;
  const links = HTMLAnchorElement.prototype;
  const click = Object.getOwnPropertyDescriptor(links, 'click');
  // The link of a download is in no document, so its click is seen by nobody else.
  links.click = function follow(this: HTMLAnchorElement) {
    const content = blobs.get(this.href);
    if (content) saved.push({ name: this.download, content });
  };
  onTestFinished(() => {
    // Its own one is inherited from every element.
    if (click) Object.defineProperty(links, 'click', click);
    else Reflect.deleteProperty(links, 'click');
    if (createObjectURL) urls.createObjectURL = createObjectURL;
    else delete urls.createObjectURL;
    if (revokeObjectURL) urls.revokeObjectURL = revokeObjectURL;
    else delete urls.revokeObjectURL;
  });
  return saved;
}
