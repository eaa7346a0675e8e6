import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Calls {
  post(path: string, headers: Readonly<Record<string, string>>, body: object): Promise<Answer>;
  get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  close(): void;
}

/** Calls over connections that stay open, as a proxy in front keeps them; costs less than fetch. */
export function openCalls(address: string, connections: number): Calls {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const more = text && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      };
      const all = { ...headers, ...more };
      const call = request(address + path, { method, agent, headers: all }, (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (part: string) => (received += part));
        answer.on('end', () => {
          const isJson = /json/.test(answer.headers['content-type'] ?? '');
          const status = answer.statusCode ?? 0;
          resolve({ status, body: isJson ? JSON.parse(received) : received });
        });
      });
      call.on('error', reject);
      call.end(text);
    });
  return {
    post: (path, headers, body) => send('POST', path, headers, body),
    get: (path, headers) => send('GET', path, headers),
    close: () => agent.destroy(),
  };
}

/** Does the work with this concurrency; answers milliseconds. */
export async function timed<T>(
  work: readonly T[],
  atOnce: number,
  act: (one: T) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  const waiting = work.values();
  const worker = async () => {
    for (const one of waiting) {
      const began = performance.now();
      await act(one);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times;
}
