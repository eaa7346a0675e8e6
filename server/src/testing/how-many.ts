/** As many as the setting of this name says; else a few, and all in the step `long` of scripts/test.ts. */
export function howMany(setting: string, few: number, all: number): number {
  return Number(process.env[setting] ?? (process.env['LONG'] === '1' ? all : few));
}
