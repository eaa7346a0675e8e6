import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { show } from '../../scripts/running.ts';

/** What is read of a report; scores are 0 to 1. */
export interface Result {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}
interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}
interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
}

/** Lighthouse's own words for what to look at and how. */
export type Flags = Readonly<Record<string, unknown>>;

type Lighthouse = (address: string, flags: Flags) => Promise<{ lhr: Result } | undefined>;

/**
 * A seventh of all packages would come with it, and hardly anybody runs it: it has a package.json of
 * its own here, and is installed when it is first asked for.
 */
export async function openLighthouse(): Promise<Lighthouse> {
  const module = path.join(import.meta.dirname, 'node_modules/lighthouse/core/index.js');
  const install = ['npm', 'ci', '--prefix', import.meta.dirname];
  if (!existsSync(module) && !show(install).ok) throw new Error('npm could not install Lighthouse');
  const { default: lighthouse } = (await import(pathToFileURL(module).href)) as {
    default: Lighthouse;
  };
  return lighthouse;
}
