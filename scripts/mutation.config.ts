import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import usual from '../vitest.config.ts';
import { mutated } from './mutated.ts';

const mutant: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (_code, id) => (id.split('?', 1)[0] === mutated.id ? mutated.source : undefined),
};

/** The mutant comes by Vite, which Node does not ask by itself. */
const readByVite = { experimental: { viteModuleRunner: true }, execArgv: [] };

const projects = (usual.test?.projects ?? []) as TestProjectInlineConfiguration[];
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    ...usual.test,
    // The cache knows files by what is on disk, so it would miss the mutant.
    fsModuleCache: false,
    projects: projects.map((one) => ({
      ...one,
      plugins: [mutant],
      test: { ...one.test, ...readByVite },
    })),
  },
});
