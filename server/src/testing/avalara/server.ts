import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

export const avalaraLogin = {
  user: 'seller',
  password: 'p4ss-of-the-test',
  clientId: '4711',
  /** Instead of user and password. */
  key: 'k3y-of-the-test',
};

const bill = z.strictObject({
  ctry: z.literal('USA'),
  st: z.string().regex(/^[A-Z]{2}$/),
  zip: z.string().regex(/^\d{5}$/),
  city: z.string().min(1).optional(),
  addr: z.string().min(1).optional(),
  geo: z.boolean().optional(),
});

const item = z.strictObject({
  ref: z.string(),
  chg: z.number(),
  line: z.int().min(0),
  sale: z.literal([0, 1]),
  tran: z.int(),
  serv: z.int(),
  adj: z.boolean().optional(),
});

const calculation = z.strictObject({
  cmpn: z.strictObject({
    bscl: z.literal([0, 1]),
    svcl: z.literal([0, 1]),
    fclt: z.boolean(),
    frch: z.boolean(),
    reg: z.boolean(),
  }),
  inv: z
    .array(
      z.strictObject({
        doc: z.string().max(150).optional(),
        cmmt: z.boolean(),
        bill,
        cust: z.literal([0, 1, 2, 3]),
        lfln: z.boolean(),
        date: z.iso.datetime(),
        invm: z.boolean(),
        dtl: z.literal(true),
        summ: z.boolean(),
        itms: z.array(item).min(1),
      }),
    )
    .length(1),
});

const commit = z.strictObject({ doc: z.string().min(1), cmmt: z.boolean() });

type Calculation = z.infer<typeof calculation>;
type Invoice = Calculation['inv'][number];
type Item = z.infer<typeof item>;

/** Which inputs a pair takes, of the engine's list: a charge, lines or both. */
const inputs: Readonly<Record<string, 'charge' | 'lines'>> = {
  '13/6': 'charge',
  '13/11': 'charge',
  '13/98': 'lines',
  '13/577': 'charge',
  '13/591': 'charge',
};

interface Filed {
  invoice: Invoice;
  committed: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface AvalaraRequest {
  line: string;
  headers: Headers;
  body: string;
}

/** Speaks the documented wire of `CalcTaxes` and `Commit`, and refuses what it does not know. */
export async function openAvalara() {
  const filed = new Map<string, Filed>();
  const asked: Invoice[] = [];
  const server = {
    filed,
    asked,
    /** The latest last. */
    requests: [] as AvalaraRequest[],
    /** What the next calculations answer, in the engine's shape. */
    results: [] as object[],
    mode: 'up' as 'up' | 'broken' | 'elsewhere' | 'silent' | 'loses_answers',
  };
  const http = createServer((request, response) => {
    void (async () => {
      if (server.mode === 'silent') return;
      const line = `${request.method} ${request.url}`;
      const sent = await text(request);
      server.requests.push({ line, headers: named(request.headers), body: sent });
      const result = line.endsWith('CalcTaxes') ? server.results.shift() : undefined;
      const { status, body } = result
        ? { status: 200, body: result }
        : answer(server.mode, filed, asked, line, request.headers, sent);
      if (server.mode === 'loses_answers') return response.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((listening) => {
    http.listen(0, '127.0.0.1', listening);
  });
  const { port } = http.address() as AddressInfo;
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}`,
    close() {
      http.closeAllConnections();
      http.close();
    },
  });
}

const ourHeaders = ['accept', 'api_key', 'authorization', 'client_id', 'client_profile_id'];

const named = (headers: Headers) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => [...ourHeaders, 'content-type'].includes(name)),
  );

function isKnown(headers: Headers): boolean {
  const { user, password, clientId, key } = avalaraLogin;
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  const isBasic = headers['authorization'] === `Basic ${basic}`;
  return (isBasic || headers['api_key'] === key) && headers['client_id'] === clientId;
}

function answer(
  mode: string,
  filed: Map<string, Filed>,
  asked: Invoice[],
  path: string,
  headers: Headers,
  body: string,
): { status: number; body: unknown } {
  if (mode === 'broken') return { status: 503, body: {} };
  if (mode === 'elsewhere') return { status: 404, body: {} };
  if (!isKnown(headers)) return { status: 401, body: { Message: 'Authorization has been denied' } };
  const isPost = path.startsWith('POST');
  if (isPost && headers['content-type'] !== 'application/json') return { status: 415, body: {} };
  if (path === 'GET /api/v2/afc/serviceinfo') return { status: 200, body: {} };
  if (path === 'POST /api/v2/afc/CalcTaxes') {
    const { data } = calculation.safeParse(JSON.parse(body));
    return data ? { status: 200, body: calculate(filed, asked, data) } : { status: 400, body: {} };
  }
  if (path === 'POST /api/v2/afc/Commit') {
    const { data } = commit.safeParse(JSON.parse(body));
    return data ? { status: 200, body: commitFiled(filed, data) } : { status: 400, body: {} };
  }
  return { status: 404, body: {} };
}

function commitFiled(filed: Map<string, Filed>, { doc, cmmt }: z.infer<typeof commit>) {
  const known = filed.get(doc);
  if (!known) return { ok: false, err: [{ code: -2100, msg: `Document ${doc} not found` }] };
  known.committed = cmmt;
  return { ok: true };
}

function calculate(filed: Map<string, Filed>, asked: Invoice[], { inv }: Calculation) {
  return { inv: inv.map((invoice) => invoiceResult(filed, asked, invoice)) };
}

function invoiceResult(filed: Map<string, Filed>, asked: Invoice[], invoice: Invoice) {
  const { doc, bill: at } = invoice;
  if (!(at.st in rates)) return { doc, itms: [], err: [{ code: -1002, msg: `No ${at.zip}` }] };
  asked.push(invoice);
  if (doc !== undefined) {
    // A second calculation of a document would count twice in the returns.
    if (filed.has(doc)) return { doc, itms: [], err: [{ code: -1013, msg: 'Document exists' }] };
    filed.set(doc, { invoice, committed: invoice.cmmt });
  }
  return {
    ...(doc !== undefined && { doc }),
    itms: invoice.itms.map((one) => ({ ref: one.ref, ...itemResult(one, at.st) })),
  };
}

/** By state: the state's and the city's rate, and what each line costs for 911. */
const rates: Readonly<Record<string, [number, number, number]>> = {
  NY: [0.04, 0.04875, 1.2],
  FL: [0.0744, 0.0522, 0.4],
  MA: [0.0625, 0, 1.5],
  CA: [0.0725, 0.02, 0.41],
};

/** A third of a plan's charge counts as interstate, and the fund takes a third of that. */
const FUND = 0.371 * 0.336;

function itemResult({ tran, serv, chg, line, adj }: Item, state: string) {
  const takes = inputs[`${tran}/${serv}`];
  if (!takes) return { err: [{ code: -1045, msg: `No ${tran}/${serv}` }] };
  if (takes === 'charge' && line > 0) return { err: [{ code: -1046, msg: 'It takes no lines' }] };
  const [ofState, ofCity, for911] = rates[state] ?? [0, 0, 0];
  const sign = adj ? -1 : 1;
  const one = (cat: string, name: string, lvl: number, tax: number, billed = true) => ({
    bill: billed,
    cmpl: true,
    tm: chg,
    calc: 1,
    cat,
    cid: 1,
    name,
    exm: 0,
    lns: line,
    min: 0,
    pcd: 2_589_100 + lvl,
    rate: 0,
    sur: false,
    tax: sign * tax,
    lvl,
    tid: 1,
  });
  if (takes === 'lines') return { txs: [one('E911 CHARGES', 'E911 Fee', 1, for911 * line)] };
  const txs = [
    one('SALES AND USE TAXES', 'Sales Tax', 1, chg * ofState),
    ...(ofCity > 0 ? [one('SALES AND USE TAXES', 'Sales Tax', 3, chg * ofCity)] : []),
    one('REGULATORY CHARGES', 'Universal Service Fund', 0, chg * FUND),
    // The carrier's own, which no customer pays.
    one('GROSS RECEIPTS TAXES', 'Gross Receipts Tax', 1, chg * 0.02, false),
  ];
  return { txs };
}
