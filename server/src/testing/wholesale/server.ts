import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { openAccount } from './account.ts';
import { requests, type Request } from './requests.ts';

export const wholesaleLogin = { userName: 'reseller', token: 'tok-en-of-the-test', pin: '731955' };

const envelope = z.strictObject({
  wholeSaleApi: z.strictObject({
    session: z.strictObject({ userName: z.string(), token: z.string(), pin: z.string() }),
    wholeSaleRequest: z.looseObject({ requestType: z.string() }),
  }),
});

export type Told = { statusCode: string; description: string; Result?: object };

/** Speaks the envelope, and refuses what it does not know. @param now its time */
export async function openWholesale(now: () => Date) {
  const account = openAccount(now);
  const server = {
    account,
    asked: [] as Request[],
    /** Answers instead of its own, by the request's type. */
    says: {} as Partial<Record<Request['requestType'], Told>>,
    losesNext: false,
    isDown: false,
    /** What changes something is answered only after this. */
    holds: undefined as Promise<void> | undefined,
    /** Its words are not documented. */
    noSession: 'Error!!Invalid session token',
  };
  const http = createServer((request, response) => {
    void (async () => {
      if (request.method !== 'POST' || request.url !== '/' || server.isDown) {
        response.writeHead(server.isDown ? 503 : 404).end();
        return;
      }
      const isJson = request.headers['content-type'] === 'application/json';
      const told = answer(isJson ? await text(request) : '{}');
      if (isWrite(server.asked.at(-1))) await server.holds;
      if (server.losesNext && told.statusCode !== undefined && isWrite(server.asked.at(-1))) {
        server.losesNext = false;
        response.destroy();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      const body = { session: { userName: wholesaleLogin.userName }, wholeSaleResponse: told };
      response.end(JSON.stringify({ wholeSaleApi: body }));
    })();
  });

  function answer(body: string): Told {
    const { data } = envelope.safeParse(JSON.parse(body));
    if (!data) return refused('100', 'Error!!Invalid Request');
    const { session, wholeSaleRequest } = data.wholeSaleApi;
    if (JSON.stringify(session) !== JSON.stringify(wholesaleLogin)) {
      return refused('101', server.noSession);
    }
    const known = requests.safeParse(wholeSaleRequest);
    if (!known.success) return refused('102', 'Error!!Invalid Request Parameters');
    server.asked.push(known.data);
    const said = server.says[known.data.requestType];
    if (said) return said;
    return account.act(known.data);
  }

  await new Promise<void>((listening) => {
    http.listen(0, '127.0.0.1', listening);
  });
  const { port } = http.address() as AddressInfo;
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}/`,
    close() {
      http.closeAllConnections();
      http.close();
    },
  });
}

const refused = (statusCode: string, description: string): Told => ({
  statusCode,
  description,
});

const reads = ['subsriberInquiry', 'portinStatus'];
const isWrite = (one: Request | undefined) => one && !reads.includes(one.requestType);
