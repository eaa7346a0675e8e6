import path from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { mutated } from './mutated.ts';
import { root } from './running.ts';

/**
 * Runs tests with one file replaced in memory, for scripts/mutate.ts. A separate process, because a
 * mutant may never end.
 */
export interface Question {
  readonly file: string;
  /** Without it the file stays as it is. */
  readonly source?: string;
  readonly tests: readonly string[];
  readonly without?: readonly string[];
}
export interface Answer {
  readonly testFiles: readonly string[];
  readonly failed: boolean;
  /** The test file that failed first, and its message. */
  readonly by?: string;
  readonly why?: string;
}

async function open(file: string): Promise<Vitest> {
  return createVitest('test', {
    root,
    config: path.join(root, 'scripts/mutation.config.ts'),
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    related: [path.join(root, file)],
    passWithNoTests: true,
  });
}

let vitest: { file: string; open: Vitest } | undefined;

async function answer({ file, source, tests, without = [] }: Question): Promise<Answer> {
  if (vitest?.file !== file) {
    await vitest?.open.close();
    vitest = { file, open: await open(file) };
  }
  const id = path.join(root, file);
  Object.assign(mutated, source === undefined ? { id: undefined } : { id, source });
  vitest.open.invalidateFile(id);
  const nameOf = ({ moduleId }: { moduleId: string }) => path.relative(root, moduleId);
  const related = await vitest.open.getRelevantTestSpecifications([...tests]);
  const specifications = related.filter((one) => !without.includes(nameOf(one)));
  const testFiles = specifications.map(nameOf);
  if (testFiles.length === 0) return { testFiles, failed: false };
  const { testModules, unhandledErrors } = await vitest.open.runTestSpecifications(specifications);
  const broken = testModules.find((one) => !one.ok());
  const [failure] = broken?.children.allTests('failed') ?? [];
  const [error] = failure?.result().errors ?? broken?.errors() ?? unhandledErrors;
  return {
    testFiles,
    failed: broken !== undefined || unhandledErrors.length > 0,
    ...(broken && {
      by: broken.relativeModuleId,
      why: `${failure?.name ?? ''}: ${(error as Error | undefined)?.message ?? ''}`,
    }),
  };
}

process.on('message', (question: Question) => {
  answer(question).then(
    (given) => process.send?.(given),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
