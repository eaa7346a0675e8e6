import { CheckFailed } from '../health.ts';
import { OutsideFailure } from '../outside-failure.ts';

const ANSWER_MS = 10_000;

/** What a customer's browser will load. @param advice what to do where the service says no */
export async function reachScript(service: string, url: string, advice: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    (error: unknown) => {
      throw new OutsideFailure(service, 'not_done', error);
    },
  );
  await answer.body?.cancel();
  if (answer.ok) return;
  throw new CheckFailed(service, advice, new Error(`${service} answered ${answer.status}`));
}
