import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

interface ArrivedMail {
  to: string;
  mail: ParsedMail;
  /** Every byte of it. */
  source: string;
  /** Which connection it came by. */
  connection: string;
  secure: boolean;
}

interface MailServerOptions {
  /** What is answered to a recipient: `250 ok`, `550 5.1.1 no such user`. */
  toRecipient?: (address: string) => string;
  toSender?: (address: string) => string;
  /** After the text; undefined: the connection is cut, with the email taken. */
  toText?: (mail: ParsedMail) => string | undefined;
  /** Emails wait while it is. */
  isBusy?: () => boolean;
  /** `at once` is SMTPS. */
  tls?: 'at once' | 'by STARTTLS';
  user?: { name: string; password: string };
}

const refusal = (answer: string) => {
  const [code = '', ...words] = answer.split(' ');
  return code === '250'
    ? undefined
    : Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
};
const ok = () => '250 ok';

/** A real SMTP server on this machine. */
export async function openMailServer(options: MailServerOptions = {}) {
  const { toRecipient = ok, toSender = ok, toText = ok, isBusy = () => false, tls, user } = options;
  const waiting: (() => void)[] = [];
  const arrived: ArrivedMail[] = [];
  const sockets = new Map<string, Socket>();
  const connections = new Set<string>();
  const server = new SMTPServer({
    authOptional: !user,
    ...(tls && { key: testKey, cert: testCertificate, secure: tls === 'at once' }),
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === user?.name && password === user?.password;
      done(isRight ? null : new Error('wrong password'), { user: username ?? '' });
    },
    onConnect({ id }, done) {
      connections.add(id);
      done();
    },
    onMailFrom: ({ address }, _session, done) => done(refusal(toSender(address))),
    onRcptTo: ({ address }, _session, done) => done(refusal(toRecipient(address))),
    onData(stream, session, done) {
      void (async () => {
        const bytes = await buffer(stream).catch(() => undefined);
        // The sender left in the middle of it: that is no email.
        if (!bytes) return;
        const mail = await simpleParser(Readable.from([bytes]));
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const { id: connection, secure } = session;
        arrived.push({ to, mail, source: bytes.toString('latin1'), connection, secure });
        const answer = toText(mail);
        if (answer === undefined) sockets.forEach((socket) => socket.destroy());
        else if (mail.subject !== 'Your code' && isBusy()) waiting.push(() => done());
        else done(refusal(answer));
      })();
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    const key = String(socket.remotePort);
    sockets.set(key, socket);
    socket.once('close', () => sockets.delete(key));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The same place, by a name that is not this machine's own. */
    outsideUrl: `${tls === 'at once' ? 'smtps' : 'smtp'}://[::ffff:127.0.0.1]:${port}`,
    arrived,
    waiting,
    connections,
    close: () => server.close(),
  };
}

/** For tests alone; everybody knows the key. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6esYNMqM69O2Lsgj
aYXPLVEw1YnkjW2ULM5oLbgFeAahRANCAAST+OZJR/WS/w0geDzbwucwyVrUfRj9
dMrtOM4rYj97fm/2tQg4RQCwjMYtRueZejYxaponi0YUC/QmkQUyMW6S
-----END PRIVATE KEY-----`;
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBozCCAUqgAwIBAgIUUHDhX/aAVtYHPMFMpfkjbKazYVowCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjIxODAyMzZaGA8yMTI2MTAyOTE4MDIz
NlowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJP4
5klH9ZL/DSB4PNvC5zDJWtR9GP10yu04zitiP3t+b/a1CDhFALCMxi1G55l6NjFq
mieLRhQL9CaRBTIxbpKjgYEwfzAdBgNVHQ4EFgQUm/KWQicKuuUyXjcKVt396LZ7
TocwHwYDVR0jBBgwFoAUm/KWQicKuuUyXjcKVt396LZ7TocwDwYDVR0TAQH/BAUw
AwEB/zAsBgNVHREEJTAjgglsb2NhbGhvc3SHEAAAAAAAAAAAAAD//38AAAGHBH8A
AAEwCgYIKoZIzj0EAwIDRwAwRAIgPUHgXLyLtxd33ZLbByPLofNzRhcTr7i+q8YZ
0Lkrsj8CIDqvuu08V9EHlMjqcBtWSt7pDDYSdKDCIXFuOx4K5grp
-----END CERTIFICATE-----`;
