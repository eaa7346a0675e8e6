import * as z from 'zod';
import { callJson } from '../../call-json.ts';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { isNoLogin } from './tables.ts';
import type { WholesaleSettings } from './settings.ts';

const ANSWER_MS = 30_000;

const answer = z.object({
  wholeSaleApi: z.object({
    wholeSaleResponse: z.object({
      statusCode: z.coerce.string(),
      description: z.string().nullish(),
      Result: z.record(z.string(), z.unknown()).nullish(),
    }),
  }),
});

/** The carrier's answer; only code 00 is a yes. */
export interface Answer {
  code: string;
  text: string;
  isDone: boolean;
  /** A field of its result; empty if it has none. */
  told(name: string): string;
}

export type Ask = (requestType: RequestType, fields: object) => Promise<Answer>;

type RequestType =
  | 'Activate'
  | 'subsriberInquiry'
  | 'suspendSubscriber'
  | 'restoreSubscriber'
  | 'deactivateSubscriber'
  | 'swapMSISDN'
  | 'portinRequest'
  | 'portinUpdate'
  | 'portinStatus'
  | 'portinCancel';

/** Requests hold the session's secrets and old accounts; nothing of them is in an error. */
export function wholesaleWire(settings: WholesaleSettings): Ask {
  const { user: userName, token, pin } = settings;
  return async (requestType, fields) => {
    const { status, json } = await callJson('carrier', new URL(settings.url), {
      method: 'POST',
      body: {
        wholeSaleApi: {
          session: { userName, token, pin },
          wholeSaleRequest: { requestType, ...fields },
        },
      },
      timeout: ANSWER_MS,
    });
    const { data } = answer.safeParse(json);
    // An answer without a code says nothing about what was done.
    if (status !== 200 || !data) throw trouble(requestType, `status ${status}`, 'unknown');
    const { statusCode: code, description, Result: result } = data.wholeSaleApi.wholeSaleResponse;
    return {
      code,
      text: description ?? '',
      isDone: code === '00',
      told(name) {
        const value = result?.[name];
        return typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
      },
    };
  };
}

/** A "no" that nobody expects here: it is asked again, and somebody looks at it. */
export const unexpected = (requestType: string, { code }: Answer) =>
  trouble(requestType, `code ${code}`, 'not_done');

/** It said yes, and nothing of it shows yet: it is looked for before it is asked again. */
export const unseen = (requestType: string) =>
  trouble(requestType, 'done, and nothing to see', 'unknown');

const trouble = (requestType: string, what: string, outcome: 'not_done' | 'unknown') =>
  new OutsideFailure('carrier', outcome, new Error(`${requestType}: ${what}`));

/** A question about a number that nobody has. */
export async function checkWholesale(ask: Ask): Promise<void> {
  const { isDone, text } = await ask('portinStatus', { MSISDN: '2125550100' });
  if (isDone || !isNoLogin(text)) return;
  throw new CheckFailed(
    'carrier',
    'The session is refused. Look at WHOLESALE_USER, WHOLESALE_TOKEN and WHOLESALE_PIN',
  );
}
