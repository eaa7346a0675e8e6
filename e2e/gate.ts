import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
  /** The service, through the gate. */
  readonly url: string;
  /** Shut, nobody gets through, and who is inside is cut off. */
  shut(isShut: boolean): void;
  close(): Promise<void>;
}

/** Stands before a service of this machine, which seems to be down while it is shut. */
export async function openGate(service: string): Promise<Gate> {
  const target = new URL(service);
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer((from) => {
    if (isShut) return void from.destroy();
    const to = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `${target.protocol}//127.0.0.1:${port}`,
    shut(now) {
      isShut = now;
      if (now) cut();
    },
    async close() {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
