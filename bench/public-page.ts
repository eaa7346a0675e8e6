import { request } from 'node:http';
import { asFinding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import type { Metered } from './setting.ts';
import { sideBySide } from './side-by-side.ts';

/** As browsers ask. */
const asked = { 'accept-encoding': 'br, gzip' };

/** A page of the shop as a browser asks for it, and once more with the tag of what it has. */
export const publicPage: Measurement = {
  name: 'page',
  title: 'Public page, kept, as a browser asks for it',
  async run(bench) {
    const { product, bare } = await bench.setting();
    const small = await smallForm(product.address);
    await bare.know({ page: small.body.toString('base64') });
    const compare = (ours: Record<string, string>, theirs: Record<string, string>) => {
      const side = (server: Metered, headers: Record<string, string>) => ({
        target: { url: server.address, paths: ['/'], askers: [{ ...asked, ...headers }] },
        server,
      });
      return sideBySide(side(product, ours), side(bare, theirs), bench.rounds);
    };
    const page = await compare({}, {});
    const known = await compare({ 'if-none-match': small.etag }, { 'if-none-match': '"bare"' });
    return [
      asFinding('page.br', `home, br, ${small.body.length} bytes`, page, 0.6),
      asFinding('page.304', 'home, if-none-match, 304', known, 0.8),
    ];
  },
};

/** The page as it is once its smallest form is made, and the tag that goes with it. */
async function smallForm(address: string): Promise<{ body: Buffer; etag: string }> {
  const ask = () =>
    new Promise<{ body: Buffer; etag: string }>((resolve, reject) => {
      request(address, { headers: asked }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ body: Buffer.concat(parts), etag: answer.headers.etag ?? '' }),
        );
      })
        .on('error', reject)
        .end();
    });
  for (let tries = 0; tries < 100; tries += 1) {
    const form = await ask();
    if (form.etag.endsWith('-br-11"')) return form;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The small form of the page did not come');
}
