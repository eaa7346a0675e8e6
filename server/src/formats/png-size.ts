/** In dots; none for what is no PNG. */
export function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  const isPng = bytes.length > 24 && bytes.toString('latin1', 1, 4) === 'PNG';
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
}
