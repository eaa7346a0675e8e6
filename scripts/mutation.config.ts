import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import usual from '../vitest.config.ts';
import { mutated } from './mutated.ts';

/** The usual tests, with one file of the product replaced, in memory only. */
const mutant: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (_code, id) => (id.split('?', 1)[0] === mutated.id ? mutated.source : undefined),
};

const projects = (usual.test?.projects ?? []) as TestProjectInlineConfiguration[];
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    ...usual.test,
    // Its files are known by what stands on the disk: a mutant would not be seen.
    fsModuleCache: false,
    projects: projects.map((one) => ({ ...one, plugins: [mutant] })),
  },
});
