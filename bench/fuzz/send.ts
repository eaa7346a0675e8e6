import { connect } from 'node:net';
import { Agent, request } from 'node:http';
import type { Answered } from './judge.ts';
import type { Planned } from './plan.ts';

const PATIENCE_MS = 20_000;
const READS = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

export interface Sender {
  send(call: Planned): Promise<Answered>;
  close(): void;
}

/** Calls that a well-made client cannot send go out as bytes. */
export function openSender(address: string, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    async send(call) {
      const began = performance.now();
      const answer = isWellMade(call)
        ? await sendByClient(address, agent, call)
        : await sendBytes(address, call);
      return { ...answer, milliseconds: performance.now() - began };
    },
    close: () => agent.destroy(),
  };
}

function isWellMade({ headers, path, method, isCut }: Planned): boolean {
  const names = headers.map(([name]) => name);
  return (
    !isCut &&
    method !== 'BREW' &&
    new Set(names).size === names.length &&
    names.includes('host') &&
    headers.every(([, value]) => READS.test(value)) &&
    /^[!-~]+$/.test(path)
  );
}

type Got = Pick<Answered, 'status' | 'text'>;
const none: Got = { status: 0, text: '' };

function sendByClient(address: string, agent: Agent, call: Planned): Promise<Got> {
  const { method, path, body } = call;
  const headers = Object.fromEntries(call.headers);
  if (body.length > 0) headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const sent = request({ hostname, port, method, path, agent, headers }, (answer) => {
      let text = JSON.stringify(answer.headers);
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error('no answer in time')));
    // Also on a kept connection: one that ends says so in the answer before.
    sent.on('error', () => resolve(none));
    sent.end(body);
  });
}

function sendBytes(address: string, { method, path, headers, body, isCut }: Planned): Promise<Got> {
  const { hostname, port } = new URL(address);
  const length = Buffer.byteLength(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...(length > 0 || isCut ? [`content-length: ${isCut ? length + 10 : length}`] : []),
  ];
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname);
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (part) => (text += part));
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }),
    );
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    if (isCut) socket.end();
  });
}
