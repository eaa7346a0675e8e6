import { nameBrowser } from '@portside/contract/sessions';
import { eventsPath } from '@portside/contract/events';
import { callerAt, harbor, type Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

/** The headers of the second brand. */
export const mesa = { 'x-api-key': 'mesa-demo-key', 'company-code': 'WEB-7', mvnoid: '7' } as const;

/** A browser that the server has named. */
export interface NamedBrowser {
  readonly mid: string;
  /** Calls from this browser, with a token when somebody is logged in. */
  caller(token?: string): Caller;
}

export async function nameOne(app: TestApp): Promise<NamedBrowser> {
  return browserOf(app, (await app.anyone.call(nameBrowser, {})).mid);
}

/** A browser that says to have this id. */
export function browserOf(
  app: TestApp,
  mid: string,
  headers: Record<string, string> = {},
): NamedBrowser {
  return {
    mid,
    caller: (token) => callerAt(app.address, token, () => ({ 'x-mid': mid, ...headers })),
  };
}

/** An open stream, and what came on it so far. */
export async function listen(app: TestApp, headers: Record<string, string>) {
  const answer = await app.fetch(eventsPath, { headers: { ...harbor, ...headers } });
  let text = '';
  const reading = (async () => {
    for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString();
  })();
  const came = (pattern: RegExp) =>
    app.eventually(async () => (pattern.test(text) ? text : undefined));
  await came(/event: ready/);
  return { answer, reading, came, text: () => text };
}

/** What support sees behind an email's link, and replies there. */
export function staffAt(app: TestApp, link: string) {
  const path = new URL(link).pathname;
  return {
    path,
    open: () => app.fetch(path),
    reply: async (text: string, change: Record<string, string> = {}) => {
      const page = await (await app.fetch(path)).text();
      const replyId = /name="replyId" value="(\w+)"/.exec(page)?.[1] ?? '';
      return app.fetch(path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ text, replyId, ...change }),
      });
    },
  };
}
