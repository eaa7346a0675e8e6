import { freshId, stampOf, type StripeAccount } from './account.ts';
import { invalid, type Fields } from './wire.ts';

/** What a bank takes as a paper. */
const MOST_BYTES = 5_000_000;
const types = new Set(['application/pdf', 'image/jpeg', 'image/png']);

interface Part {
  /** Of the file. */
  name: string;
  type: string;
  data: Buffer;
}

/** A form in parts, as the SDK writes it: what it is for, and the file. */
export function takeFile(
  account: StripeAccount,
  contentType: string,
  body: Buffer,
): { fields: Fields; answer: object } {
  const parts = partsOf(contentType, body);
  const unknown = [...parts.keys()].find((name) => name !== 'purpose' && name !== 'file');
  if (unknown) {
    const message = `Received unknown parameter: ${unknown}`;
    throw invalid(message, { code: 'parameter_unknown', param: unknown });
  }
  const purpose = parts.get('purpose')?.data.toString() ?? '';
  if (purpose !== 'dispute_evidence') throw invalid('Invalid purpose', { param: 'purpose' });
  const file = parts.get('file');
  if (!file || !types.has(file.type) || file.data.length > MOST_BYTES) {
    throw invalid('A PDF, JPEG or PNG of at most 5 MB is needed.', { param: 'file' });
  }
  const id = freshId('file');
  account.files.set(id, file.data);
  const { type, data } = file;
  const answer = {
    id,
    object: 'file',
    created: stampOf(account.now()),
    purpose,
    size: data.length,
    type: type.split('/')[1],
    url: null,
  };
  const { name } = file;
  return { fields: { purpose, file: { data: `${data.length} bytes`, name, type } }, answer };
}

function partsOf(contentType: string, body: Buffer): Map<string, Part> {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1] ?? '';
  // Each byte is one letter, so that places in the text are places in the bytes.
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return new Map(
    pieces.map((piece) => {
      const end = piece.indexOf('\r\n\r\n');
      const head = piece.slice(0, end);
      const data = Buffer.from(piece.slice(end + 4).replace(/\r\n$/, ''), 'latin1');
      const type = /^content-type: *(\S+)/im.exec(head)?.[1] ?? '';
      const name = /filename="([^"]*)"/.exec(head)?.[1] ?? '';
      return [/ name="([^"]*)"/.exec(head)?.[1] ?? '', { name, type, data }] as const;
    }),
  );
}
