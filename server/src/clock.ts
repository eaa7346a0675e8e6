/** The only source of time, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds ahead of real time (jobs/moving-time.ts). */
  movedBy?: number;
}

/** Forward by so many milliseconds, or to a moment: that is not added up when it is asked again. */
export type Move = { readonly milliseconds: number } | { readonly until: Date };

export const systemClock: Clock = { now: () => new Date() };

export function movable(base: Clock): Clock & { movedBy: number } {
  const clock = { movedBy: 0, now: () => later(base.now(), clock.movedBy) };
  return clock;
}

/** What does not pass faster when the sandbox's time is moved. */
export const unmoved = (clock: Clock): Date => later(clock.now(), -(clock.movedBy ?? 0));

const MINUTE = 60_000;

export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => n * MINUTE;
export const hours = (n: number) => n * 60 * MINUTE;
export const days = (n: number) => n * 24 * 60 * MINUTE;

export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}
