/** Conformance needs a whole run. */
export const usualSteps = ['check', 'build', 'unit', 'e2e', 'secrets', 'conformance'] as const;
export const otherSteps = ['slices-postgres', 'bench'] as const;

export type StepName = (typeof usualSteps)[number] | (typeof otherSteps)[number];

const known: readonly string[] = [...usualSteps, ...otherSteps];

/** Undefined when `--only` names an unknown step. */
export function chosenSteps(args: readonly string[]): StepName[] | undefined {
  if (args.some((arg) => !arg.startsWith('--only='))) return undefined;
  const names = args[0]?.slice('--only='.length).split(',').filter(Boolean) ?? usualSteps;
  return names.every((name) => known.includes(name)) ? (names as StepName[]) : undefined;
}
