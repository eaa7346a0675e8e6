import type * as z from 'zod';
import type { World } from '../../../app.ts';
import { later, minutes, days, seconds } from '../../../clock.ts';
import { callJson, type JsonAnswer } from '../../call-json.ts';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { AvalaraSettings } from './settings.ts';
import * as wire from './wire.ts';
import { builtInTax } from '../built-in/tax.ts';
import type { TaxAnswer, TaxPort } from '../tax.ts';

const ANSWER_MS = 3000;
/** Nobody waits for it. */
const BOOKS_MS = 20_000;
const FRESH = minutes(15);
const USABLE = days(1);
const PAUSE = seconds(30);
const MOST_KEPT = 5000;

/**
 * Avalara for Communications. Where it is away, its last answer or the built-in estimate holds.
 * @param patience milliseconds that a customer may wait
 */
export function avalaraTax(
  settings: AvalaraSettings,
  { clock, log }: Pick<World, 'clock' | 'log'>,
  patience = ANSWER_MS,
): TaxPort {
  const pairs = wire.readPairs(settings.pairs);
  const estimate = builtInTax();
  const kept = new Map<string, { answer: TaxAnswer; at: Date }>();
  let awayUntil: Date | undefined;

  const isAway = () => awayUntil !== undefined && clock.now() < awayUntil;

  async function calculate(asked: Parameters<typeof wire.calculation>[0], timeout: number) {
    const answer = await call(settings, 'CalcTaxes', wire.calculation(asked, pairs), timeout);
    const result = read(wire.calculated, answer);
    const codes = wire.faultCodes(result);
    if (codes.length > 0) throw failure(`error ${codes.join(', ')}`);
    return wire.taxLines(result, asked.sale.state);
  }

  return {
    name: 'avalara',
    keepsSales: true,
    check: () => check(settings),
    async taxes(sale) {
      const key = JSON.stringify(sale);
      const known = kept.get(key);
      if (known && clock.now() < later(known.at, FRESH)) return known.answer;
      try {
        if (isAway()) throw failure('it was away a moment ago');
        const answer = {
          lines: await calculate({ at: clock.now(), sale }, patience),
          estimated: false,
        };
        keep(kept, key, { answer, at: clock.now() });
        return answer;
      } catch (error) {
        if (!(error instanceof OutsideFailure)) throw error;
        if (!isAway()) log.warn({ error }, 'taxes are estimated: the tax engine did not answer');
        if (error.outcome === 'unknown') awayUntil = later(clock.now(), PAUSE);
        const usable = known && clock.now() < later(known.at, USABLE);
        return usable ? known.answer : estimate.taxes(sale);
      }
    },
    async draft(document) {
      const lines = await calculate(document, BOOKS_MS);
      return lines.reduce((sum, line) => sum + line.amountCents, 0);
    },
    async commit(documentId) {
      const asked = { doc: documentId, cmmt: true };
      const { ok } = read(wire.committed, await call(settings, 'Commit', asked, BOOKS_MS));
      if (!ok) throw failure('the document was not committed');
    },
  };
}

async function check(settings: AvalaraSettings): Promise<void> {
  const { status } = await callJson('tax', new URL('/api/v2/afc/serviceinfo', settings.url), {
    headers: headersOf(settings),
    timeout: ANSWER_MS,
  });
  if (status === 200) return;
  throw new CheckFailed(
    'tax',
    status === 401 || status === 403
      ? 'The login is refused. Look at AVALARA_API_KEY and AVALARA_CLIENT_ID'
      : `It answers ${status}. Look at AVALARA_URL`,
  );
}

function headersOf({ apiKey, clientId, clientProfile }: AvalaraSettings): Record<string, string> {
  return {
    ...(apiKey.includes(':')
      ? { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` }
      : { api_key: apiKey }),
    client_id: clientId,
    ...(clientProfile && { client_profile_id: clientProfile }),
  };
}

async function call(
  settings: AvalaraSettings,
  verb: 'CalcTaxes' | 'Commit',
  body: object,
  timeout: number,
): Promise<JsonAnswer> {
  const url = new URL(`/api/v2/afc/${verb}`, settings.url);
  const answer = await callJson('tax', url, {
    method: 'POST',
    headers: headersOf(settings),
    body,
    timeout,
  });
  if (answer.status === 200) return answer;
  const outcome = answer.status >= 500 ? 'unknown' : 'not_done';
  throw new OutsideFailure('tax', outcome, new Error(`Avalara answered ${answer.status}`));
}

function read<Shape extends z.ZodType>(shape: Shape, { json }: JsonAnswer): z.output<Shape> {
  const { data, error } = shape.safeParse(json);
  // Where, not what: it can hold an address.
  if (error) throw failure(`unreadable at ${error.issues.map((one) => one.path.join('.')).join()}`);
  return data;
}

const failure = (why: string) => new OutsideFailure('tax', 'not_done', new Error(why));

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
