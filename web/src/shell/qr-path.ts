import { encode } from 'uqr';

const drawn = new Map<string, string>();

/** Cached: slower than the page around it. Server only. */
export function qrPath(text: string): string {
  const known = drawn.get(text);
  if (known !== undefined) return known;
  const path = draw(text);
  drawn.set(text, path);
  return path;
}

/** Size in modules, a space, one path. */
function draw(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (row[x]) x += 1;
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`;
    }
  }
  return `${size} ${path}`;
}
