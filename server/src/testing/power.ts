import type { Adapters } from '../app.ts';
import type { Database } from '../db/database.ts';

/**
 * A power cut without a process: at a moment that is counted in commits and calls to the outside,
 * whatever runs breaks off, and nothing works until the power is back. What was committed stays.
 */
export class Power {
  #left = Infinity;
  #isCut = false;

  /** The cut comes when so many moments have passed. */
  cutAfter(moments: number): void {
    this.#left = moments;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  back(): void {
    this.#left = Infinity;
    this.#isCut = false;
  }

  readonly adapters = (opened: Adapters): Adapters => ({
    ...opened,
    payment: this.#through(opened.payment),
    carrier: this.#through(opened.carrier),
    mail: this.#through(opened.mail),
  });

  readonly database = (db: Database): Database => ({
    ...db,
    transaction: async (work) => {
      this.#pass();
      const done = await db.transaction(async (tx) => {
        const answer = await work(tx);
        // Before the commit: it is taken back.
        this.#pass();
        return answer;
      });
      // After it: it stays, and nobody hears of it.
      this.#pass();
      return done;
    },
  });

  #pass(): void {
    this.#left -= 1;
    if (this.#left <= 0) this.#isCut = true;
    if (this.#isCut) throw new Error('The power is cut');
  }

  #through<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, verb, receiver) => {
        const value: unknown = Reflect.get(target, verb, receiver);
        if (typeof value !== 'function' || verb === 'readNotice') return value;
        return async (...args: unknown[]) => {
          this.#pass();
          const answer: unknown = await value.apply(target, args);
          this.#pass();
          return answer;
        };
      },
    });
  }
}
