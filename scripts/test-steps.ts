/** What a contributor must know, in about ten minutes of two cores. Conformance needs all of it. */
export const usualSteps = ['check', 'build', 'unit', 'e2e', 'secrets', 'conformance'] as const;
/** What takes longer: after the usual ones by `--all` (`npm run test:all`). */
export const longerSteps = ['screens', 'crash', 'bench', 'sizes', 'embedded'] as const;

export type StepName = (typeof usualSteps)[number] | (typeof longerSteps)[number];

const allSteps: readonly StepName[] = [...usualSteps, ...longerSteps];

/** Undefined when `--only` names an unknown step. */
export function chosenSteps(args: readonly string[]): readonly StepName[] | undefined {
  const [arg, ...more] = args;
  if (more.length > 0) return undefined;
  if (arg === undefined) return usualSteps;
  if (arg === '--all') return allSteps;
  if (!arg.startsWith('--only=')) return undefined;
  const names = arg.slice('--only='.length).split(',').filter(Boolean);
  const isKnown = (name: string): name is StepName => allSteps.some((one) => one === name);
  return names.every(isKnown) ? names : undefined;
}
