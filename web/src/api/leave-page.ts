/** Only web addresses: an answer must not run a script. */
export function leavePage(url: string): void {
  const target = new URL(url, location.href);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new Error(`Refused to leave for ${target.protocol}`);
  }
  location.assign(target);
}
