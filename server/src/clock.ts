/** Time, so that tests can move it. Everything on the server asks this and nothing else. */
export interface Clock {
  now(): Date;
  /** How far ahead of the real time the sandbox is, in milliseconds (jobs/moving-time.ts). */
  movedBy?: number;
}

export const systemClock: Clock = { now: () => new Date() };

/** The same clock, which the sandbox may move forward. */
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
