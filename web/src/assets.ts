import type { Manifest } from 'vite';

/** Built files: for every page, and by route module. */
export interface Assets {
  entry: string;
  css: string[];
  /** Static imports of the entry and of each route module, loaded in parallel. */
  preload: Record<string, string[]>;
}

/** With the style sheets' text, which is inlined. */
export interface BuiltAssets extends Assets {
  styles: string;
}

export const entryModule = 'src/entry.client.tsx';

export function assetsOf(manifest: Manifest, first = entryModule): Assets {
  const entry = manifest[first];
  if (!entry) throw new Error(`The build has no ${first}`);
  const shared = chunksOf(manifest, first);
  const preload: Record<string, string[]> = {};
  for (const module of Object.keys(manifest)) {
    if (!manifest[module]?.isDynamicEntry) continue;
    preload[module] = chunksOf(manifest, module).filter((file) => !shared.includes(file));
  }
  preload[first] = shared;
  const css = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
  for (const chunk of Object.values(manifest)) if (chunk.file.endsWith('.css')) css.add(chunk.file);
  return { entry: `/${entry.file}`, css: [...css].map((file) => `/${file}`), preload };
}

function chunksOf(manifest: Manifest, module: string, seen = new Set<string>()): string[] {
  const chunk = manifest[module];
  if (!chunk || seen.has(module)) return [];
  seen.add(module);
  return [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap((m) => chunksOf(manifest, m, seen))];
}
