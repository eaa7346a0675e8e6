/** The only source of time, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds ahead of real time (jobs/moving-time.ts). */
  movedBy?: number;
}

export const systemClock: Clock = { now: () => new Date() };

export function movable(base: Clock): Clock & { movedBy: number } {
  const clock = { movedBy: 0, now: () => later(base.now(), clock.movedBy) };
  return clock;
}

const MINUTE = 60_000;

export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => n * MINUTE;
export const hours = (n: number) => n * 60 * MINUTE;
export const days = (n: number) => n * 24 * 60 * MINUTE;

export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}
