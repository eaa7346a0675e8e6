import { CallFailed, type Call } from '@portside/contract/call';
import { problemMessages, problemStatus } from '@portside/contract/problem';
import type { App } from '../app.ts';
import { traced } from '../process/traces.ts';
import { say } from '../words/say.ts';
import { No, Refused } from './no.ts';
import { dispatch, type Route } from './serve.ts';
import type { Visitor } from './who.ts';

/** `call` for page loaders. Pages are the same for everybody, so the caller is a visitor. */
export function callInProcess(app: App, routes: ReadonlyMap<string, Route>, who: Visitor): Call {
  return async (endpoint, input) => {
    const route = routes.get(endpoint.name);
    if (!route) throw new Error(`Nothing serves ${endpoint.name}`);
    const fail = (code: keyof typeof problemMessages, message: string = problemMessages[code]) =>
      new CallFailed(
        { code, message: say(who.language, message), requestId: who.requestId },
        problemStatus[code],
      );
    try {
      const step = () => ({ name: endpoint.name, kind: 'inside' as const, attributes: {} });
      const answer = await traced(step, () => dispatch(app, route, who, input));
      if (!(answer instanceof Refused)) return answer as never;
      throw fail('refused', endpoint.refusals[answer.reason]?.message);
    } catch (error) {
      if (error instanceof No) throw fail(error.code === 'not_verified' ? 'forbidden' : error.code);
      throw error;
    }
  };
}
