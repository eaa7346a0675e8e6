import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallFailed } from '@portside/contract/call';
import { downloadReceipt, exportTransactions } from '@portside/contract/payments';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCall } from './call.ts';
import { type DocumentFile, fetchDocument, printDocument } from './document.ts';

let server: Server;
let seen: { url: string | undefined; authorization: string | undefined }[];
let told: string[];
let ended: number;
let answer: { status: number; headers?: Record<string, string>; body: Buffer | string };

beforeEach(async () => {
  seen = [];
  told = [];
  ended = 0;
  server = createServer((request, response) => {
    seen.push({ url: request.url, authorization: request.headers.authorization });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const call = () =>
  createCall(
    {
      base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'a-demo-key' },
      language: 'en',
      token: () => 'maya-token',
      cookies: () => '',
    },
    { failed: (message) => told.push(message), sessionOver: () => (ended += 1) },
  );

test('a file is fetched with the token and comes byte for byte, under the name of the server', async () => {
  const body = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe]);
  const disposition = 'attachment; filename="harbor-receipt-trx_1.pdf"';
  answer = {
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-disposition': disposition },
    body,
  };
  const file = await fetchDocument(call(), downloadReceipt, { id: 'trx_1' });
  expect(file.fileName).toBe('harbor-receipt-trx_1.pdf');
  expect(file.content.type).toBe('application/pdf');
  expect(Buffer.from(await file.content.arrayBuffer())).toEqual(body);
  const url = '/app/payments/transactions/trx_1/receipt.pdf';
  expect(seen).toEqual([{ url, authorization: 'Bearer maya-token' }]);
});

test('the filter of an export is in its address, and never the token', async () => {
  answer = { status: 200, body: 'Date,Item' };
  const file = await fetchDocument(call(), exportTransactions, { year: 2026, q: '28.49' });
  expect(await file.content.text()).toBe('Date,Item');
  expect(seen[0]?.url).toBe('/app/payments/transactions.csv?year=2026&q=28.49');
});

test('[F03] [I21] a file that is refused fails as any call does', async () => {
  answer = {
    status: 401,
    body: JSON.stringify({ code: 'unauthenticated', message: 'Please log in.', requestId: 'r' }),
  };
  const failed = fetchDocument(call(), downloadReceipt, { id: 'trx_1' });
  await expect(failed).rejects.toBeInstanceOf(CallFailed);
  expect(told).toEqual(['Please log in.']);
  expect(ended).toBe(1);
});

/** A new tab as far as printing needs one. */
function tab() {
  const page = {
    closed: false,
    printed: 0,
    sheets: [] as string[],
    location: {
      href: 'about:blank',
      replace(url: string) {
        page.location.href = url;
      },
    },
    document: {
      readyState: 'complete',
      querySelectorAll: () => [{ textContent: 'h1 { color: red }' }],
      set adoptedStyleSheets(sheets: { text: string }[]) {
        page.sheets = sheets.map(({ text }) => text);
      },
      defaultView: {
        CSSStyleSheet: class {
          text = '';
          replaceSync(text: string) {
            this.text = text;
          }
        },
      },
    },
    print: () => (page.printed += 1),
    close: () => (page.closed = true),
  };
  return page;
}

const opening = (page: object) => () => page as Window;
const receipt: DocumentFile = { fileName: 'receipt.html', content: new Blob(['<h1>Receipt</h1>']) };

test('a page to print opens in a tab of its own, keeps its styles and is printed', async () => {
  const page = tab();
  await printDocument(Promise.resolve(receipt), opening(page));
  expect(page.location.href).toMatch(/^blob:/);
  expect(page.sheets).toEqual(['h1 { color: red }']);
  expect(page.printed).toBe(1);
});

test('a tab whose page does not come is closed', async () => {
  const page = tab();
  const failed = Promise.reject(new Error('no page'));
  await expect(printDocument(failed, opening(page))).rejects.toThrow('no page');
  expect(page.closed).toBe(true);
  expect(page.printed).toBe(0);
});
