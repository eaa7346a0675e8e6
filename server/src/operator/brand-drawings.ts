import { crc32, deflateSync } from 'node:zlib';

const [ground, ink, action] = ['#f7f7f8', '#1b1c20', '#4b3fb5'];
const font = "ui-sans-serif,system-ui,'Segoe UI',Arial,sans-serif";

export function markOf(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 36 36">${disc(name)}</svg>\n`;
}

export function logoOf(name: string): string {
  const long = Math.ceil([...name].length * 13.5);
  const width = 44 + long;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="36" viewBox="0 0 ${width} 36" role="img" aria-label="${name}">`,
    `<style>.w{fill:${ink}}@media(prefers-color-scheme:dark){.w{fill:#f2f2f4}}</style>`,
    disc(name),
    `<text class="w" x="44" y="26" font-family="${font}" font-size="24" font-weight="700" textLength="${long}" lengthAdjust="spacingAndGlyphs">${name}</text></svg>\n`,
  ].join('');
}

function disc(name: string): string {
  const letter = ([...name][0] ?? '').toUpperCase();
  return (
    `<circle cx="18" cy="18" r="18" fill="${action}"/>` +
    `<text x="18" y="25" fill="#ffffff" font-family="${font}" font-size="20" font-weight="700" text-anchor="middle">${letter}</text>`
  );
}

/** Until `scripts/share-pictures.ts` draws the real one. */
export const sharePicture = (): Buffer => discPicture(1200, 630, 130);

export const iconPicture = (dots: number): Buffer => discPicture(dots, dots, dots * 0.36);

/** A disc on plain ground, as PNG. */
function discPicture(width: number, height: number, radius: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isIn = (x - width / 2) ** 2 + (y - height / 2) ** 2 < radius ** 2;
      rows[y * (width + 1) + 1 + x] = isIn ? 1 : 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(`${ground}${action}`.replaceAll('#', ''), 'hex');
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}
