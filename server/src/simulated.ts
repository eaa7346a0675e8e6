/** Nobody outside is charged, called or written to by it. */
export const isSimulated = ({ name }: { readonly name: string }): boolean =>
  ['sandbox', 'mailbox', 'built-in'].includes(name);
