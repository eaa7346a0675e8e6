import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { App } from '../app.ts';
import { No } from '../http/no.ts';
import type { PasswordAnswer, PasswordTask } from './password-worker.ts';

/** A flood of logins must leave a core free. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const WAITING = 80 * AT_ONCE;

export async function hashPassword(
  { signInCost: cost }: Pick<App, 'signInCost'>,
  password: string,
): Promise<string> {
  const answer = await queued({ cost, password });
  if ('hash' in answer) return answer.hash;
  throw new Error('A password was not hashed');
}

/** Without a hash: false, after the same time. */
export async function passwordHolds(
  { signInCost: cost }: Pick<App, 'signInCost'>,
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  const answer = await queued({ cost, password, against: { stored } });
  return 'holds' in answer && answer.holds;
}

type Question = Omit<PasswordTask, 'id'>;

/** A thread has other messages too: under `node --watch` it reports the files it has read. */
const isAnswer = (
  answer: Partial<PasswordAnswer>,
  { id }: PasswordTask,
): answer is PasswordAnswer => answer.id === id;

/**
 * Own threads, so that files, names and compression do not wait for hashes. Started at the first
 * task, and again should it end.
 */
class HashThread {
  #worker: Worker | undefined;
  #tasks = 0;

  ask(question: Question): Promise<PasswordAnswer> {
    const worker = (this.#worker ??= this.#start());
    this.#tasks += 1;
    const task: PasswordTask = { ...question, id: this.#tasks };
    return new Promise((resolve, reject) => {
      const settle = () => {
        worker.off('error', ended).off('exit', ended).off('message', answered);
        worker.unref();
      };
      const ended = () => {
        settle();
        reject(new Error('The thread for passwords has ended'));
      };
      const answered = (answer: Partial<PasswordAnswer>) => {
        if (!isAnswer(answer, task)) return;
        settle();
        if ('failure' in answer) reject(new Error(answer.failure));
        else resolve(answer);
      };
      worker.ref();
      worker.on('error', ended).on('exit', ended).on('message', answered);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(task);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url));
    // It may end while idle; by then there may be a new one.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.on('error', forget).on('exit', forget);
  }
}

const idle = Array.from({ length: AT_ONCE }, () => new HashThread());
const waiting: ((thread: HashThread) => void)[] = [];

/** @throws No `too_often` */
async function queued(question: Question): Promise<PasswordAnswer> {
  if (waiting.length >= WAITING) throw new No('too_often', { retryAfter: 3 });
  const thread = idle.pop() ?? (await new Promise<HashThread>((turn) => waiting.push(turn)));
  try {
    return await thread.ask(question);
  } finally {
    const next = waiting.shift();
    if (next) next(thread);
    else idle.push(thread);
  }
}
