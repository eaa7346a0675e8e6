/** RFC 4648, 3.5: Node also reads padding, other alphabets, blanks and unused bits that are set. */
export function readCanonical(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
