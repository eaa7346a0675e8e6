import { askOutside, neverSent } from './ask-outside.ts';
import { OutsideFailure } from './outside-failure.ts';

export interface JsonCall {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  timeout: number;
}

export interface JsonAnswer {
  status: number;
  json: unknown;
}

/** Undefined where the answer is no JSON. @throws OutsideFailure without an answer */
export async function callJson(
  service: string,
  url: URL,
  { method = 'GET', headers = {}, body, timeout }: JsonCall,
): Promise<JsonAnswer> {
  try {
    const answer = await askOutside(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    });
    const text = await answer.text();
    return { status: answer.status, json: parsed(text) };
  } catch (error) {
    throw new OutsideFailure(service, neverSent(error) ? 'not_done' : 'unknown', error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
