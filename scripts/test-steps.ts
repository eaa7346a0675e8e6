/** What a contributor must know (how long: README). Conformance needs all of it. */
export const usualSteps = ['check', 'build', 'unit', 'e2e', 'secrets', 'conformance'] as const;
/** What takes longer: after the usual ones by `--all` (`npm run test:all`). */
export const longerSteps = [
  'long',
  'later',
  'screens',
  'crash',
  'chaos',
  'fuzz',
  'bench',
  'sizes',
  'embedded',
] as const;

/** By name alone: it installs everything anew. */
export const namedSteps = ['readme'] as const;

export type StepName =
  | (typeof usualSteps)[number]
  | (typeof longerSteps)[number]
  | (typeof namedSteps)[number];

const allSteps: readonly StepName[] = [...usualSteps, ...longerSteps];
const knownSteps: readonly StepName[] = [...allSteps, ...namedSteps];

/** Undefined when `--only` names an unknown step. */
export function chosenSteps(args: readonly string[]): readonly StepName[] | undefined {
  const [arg, ...more] = args;
  if (more.length > 0) return undefined;
  if (arg === undefined) return usualSteps;
  if (arg === '--all') return allSteps;
  if (!arg.startsWith('--only=')) return undefined;
  const names = arg.slice('--only='.length).split(',').filter(Boolean);
  const isKnown = (name: string): name is StepName => knownSteps.some((one) => one === name);
  return names.every(isKnown) ? names : undefined;
}
