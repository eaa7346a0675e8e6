import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loginFloodTimes } from './login-flood.ts';
import { orderHistoryTimes } from './order-history.ts';
import { homePageWeight } from './page-weight.ts';
import { run, runProduct } from './product.ts';
import { compare } from './throughput.ts';

const PORT = 3190;
const headers = { 'x-api-key': 'harbor-demo-key', 'company-code': 'WEB-1', mvnoId: '6' };

/** The measurements, as a table and as JSON in `.test-results/bench.json`. */
const weight = homePageWeight();
const product = await runProduct(PORT);
const html = await (await fetch(product.address)).text();
const page = await smallForm(`${product.address}/`);
const plans = await (await fetch(`${product.address}/app/plans`, { headers })).text();
const bare = await run(
  'bench/bare-server.ts',
  [String(PORT + 1), String(page.bytes), String(Buffer.byteLength(plans))],
  PORT + 1,
);
// As browsers ask, and again with the ETag they hold.
const asked = { 'accept-encoding': 'br, gzip' };
const pages = await compare(
  { url: `${product.address}/`, headers: asked },
  { url: `${bare.address}/page`, headers: asked },
);
const known = await compare(
  { url: `${product.address}/`, headers: { ...asked, 'if-none-match': page.etag } },
  { url: `${bare.address}/page`, headers: { ...asked, 'if-none-match': '"bare"' } },
);
const reads = await compare(
  { url: `${product.address}/app/plans`, headers },
  { url: `${bare.address}/api` },
);
await product.stop();
await bare.stop();

const results = {
  homeScriptsGzip: weight.scripts,
  homeStylesGzip: weight.styles,
  homeHtml: Buffer.byteLength(html),
  homeHtmlGzip: gzipSync(html).length,
  homeHtmlBrotli: brotliCompressSync(html).length,
  pagesPerSecond: pages.ours,
  staticPagesPerSecond: pages.theirs,
  pagesToStatic: Number(pages.ratio.toFixed(2)),
  knownPagesPerSecond: known.ours,
  knownPagesToStatic: Number(known.ratio.toFixed(2)),
  readsPerSecond: reads.ours,
  bareReadsPerSecond: reads.theirs,
  readsToBare: Number(reads.ratio.toFixed(2)),
};

console.table(results);
const loginFlood = await loginFloodTimes();
console.table(loginFlood);
const orderHistory = await orderHistoryTimes();
console.table(orderHistory);
const folder = path.resolve(import.meta.dirname, '../.test-results');
await mkdir(folder, { recursive: true });
await writeFile(
  path.join(folder, 'bench.json'),
  `${JSON.stringify({ ...results, loginFlood, orderHistory }, null, 2)}\n`,
);

async function smallForm(url: string): Promise<{ bytes: number; etag: string }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    const etag = answer.headers.get('etag') ?? '';
    if (etag.endsWith('-br-11"'))
      return { bytes: Number(answer.headers.get('content-length')), etag };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The small form of the page did not come');
}
