/** Polls until there is an answer; the error names what was missing. */
export async function until<T>(
  what: string,
  seconds: number,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The answer's body when it is good. */
export async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return body.startsWith('{') ? JSON.parse(body) : body;
}
