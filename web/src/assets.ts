import type { Manifest } from 'vite';

/** Addresses of the built files: what every page needs, and what one route module adds. */
export interface Assets {
  entry: string;
  css: string[];
  /** Static imports of the entry, then per route module: loaded beside it, not after it. */
  preload: Record<string, string[]>;
}

/** With what the style sheets say, which stands in every page. */
export interface BuiltAssets extends Assets {
  styles: string;
}

export const entryModule = 'src/entry.client.tsx';

/** The browser build's manifest, cut down to what a page's head needs. */
export function assetsOf(manifest: Manifest): Assets {
  const entry = manifest[entryModule];
  if (!entry) throw new Error(`The build has no ${entryModule}`);
  const shared = chunksOf(manifest, entryModule);
  const preload: Record<string, string[]> = {};
  for (const module of Object.keys(manifest)) {
    if (!manifest[module]?.isDynamicEntry) continue;
    preload[module] = chunksOf(manifest, module).filter((file) => !shared.includes(file));
  }
  preload[entryModule] = shared;
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
