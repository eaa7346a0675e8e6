import { type AdapterKind, adapterTable } from './adapter-settings.ts';

const inside = new Set<string>(Object.values(adapterTable).map((one) => one.inside));

/** Nobody outside is charged, called or written to by it. */
export const isSimulated = ({ name }: { readonly name: string }): boolean => inside.has(name);

interface AllAdapters {
  each(kind: AdapterKind): readonly { readonly port: { readonly name: string } }[];
}

export const isAllSimulated = (adapters: AllAdapters, kinds: readonly AdapterKind[]): boolean =>
  kinds.every((kind) => adapters.each(kind).every(({ port }) => isSimulated(port)));

export const isAnySimulated = (adapters: AllAdapters, kinds: readonly AdapterKind[]): boolean =>
  kinds.some((kind) => adapters.each(kind).some(({ port }) => isSimulated(port)));
