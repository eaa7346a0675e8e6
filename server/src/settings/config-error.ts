export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not complete:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
    this.problems = problems;
  }
}
