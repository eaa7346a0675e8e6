import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fill } from './fill.ts';
import type { Layout } from './layout.ts';
import { openPart, type Part } from './part.ts';

/** The parts below and between the processes of Portside. */
export interface DatabaseParts {
  readonly etcd: Part;
  readonly patroni: readonly [Part, Part];
  readonly pgbouncer: Part;
  readonly haproxy: Part;
}

/** Writes their files; nothing is started yet. */
export function databaseParts(layout: Layout): DatabaseParts {
  const { ports, programs, user } = layout;
  const write = (folder: string, name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user) chownSync(file, user.uid, user.gid);
    return file;
  };
  const part = (name: string, folder: string, ...command: [string, ...string[]]) =>
    openPart({ name, command, user, cwd: folder, log: path.join(layout.folder, `${name}.log`) });

  const etcdFolder = layout.subfolder('etcd');
  const client = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.etcdPeer}`;
  const etcd = part(
    ...(['etcd', etcdFolder, programs.etcd, '--name', 'one', '--data-dir', etcdFolder] as const),
    ...(['--listen-client-urls', client, '--advertise-client-urls', client] as const),
    ...(['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer] as const),
    ...(['--initial-cluster', `one=${peer}`] as const),
  );

  const patroni = (name: 'one' | 'two') => {
    const folder = layout.subfolder(`postgres-${name}`);
    const text = fill('patroni.yml', {
      name,
      folder,
      etcdPort: ports.etcd,
      restPort: name === 'one' ? ports.restOne : ports.restTwo,
      postgresPort: name === 'one' ? ports.postgresOne : ports.postgresTwo,
      postgresBin: programs.postgresBin,
      adminPassword: layout.adminPassword,
    });
    const file = write(folder, 'patroni.yml', text);
    return part(`postgres-${name}`, folder, programs.patroni, file);
  };

  const poolerFolder = layout.subfolder('pgbouncer');
  write(poolerFolder, 'users.txt', `"portside" "${layout.portsidePassword}"\n`);
  const { primary: primaryPort, standby: standbyPort, pooler: poolerPort } = ports;
  const pooler = { folder: poolerFolder, primaryPort, standbyPort, poolerPort };
  const poolerFile = write(poolerFolder, 'pgbouncer.ini', fill('pgbouncer.ini', pooler));

  const proxyFolder = layout.subfolder('haproxy');
  const proxyText = fill('haproxy.cfg', {
    folder: proxyFolder,
    primaryPort: ports.primary,
    standbyPort: ports.standby,
    postgresPortOne: ports.postgresOne,
    postgresPortTwo: ports.postgresTwo,
    restPortOne: ports.restOne,
    restPortTwo: ports.restTwo,
    webPort: ports.web,
    webPortOne: ports.webOne,
    webPortTwo: ports.webTwo,
  });
  const proxyFile = write(proxyFolder, 'haproxy.cfg', proxyText);
  return {
    etcd,
    patroni: [patroni('one'), patroni('two')],
    pgbouncer: part('pgbouncer', poolerFolder, programs.pgbouncer, poolerFile),
    haproxy: part('haproxy', proxyFolder, programs.haproxy, '-db', '-f', proxyFile),
  };
}
