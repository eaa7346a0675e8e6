import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** The programs of the cluster and the packages of Debian 12 that have them. */
const wanted = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
} as const;
/** Patroni suggests what it needs to talk to etcd. */
const more = ['python3-etcd', 'postgresql-15'];
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

export type Programs = Readonly<Record<keyof typeof wanted | 'postgresBin', string>>;

/** Where the programs are; or the packages that are missing. */
export function findPrograms(): Programs | { readonly missing: string[] } {
  const found = Object.keys(wanted).map((name) => [name, whereIs(name)] as const);
  const postgresBin = newestPostgres();
  const missing = found.flatMap(([name, file]) => (file ? [] : [wanted[name as 'etcd']]));
  if (!postgresBin) missing.push('postgresql-15' as never);
  if (missing.length > 0) return { missing: [...new Set([...missing, ...more])] };
  return { ...Object.fromEntries(found), postgresBin } as Programs;
}

export const howToInstall = (missing: readonly string[]) =>
  `apt-get install --no-install-recommends ${missing.join(' ')}`;

/** As root, on Debian; nothing that comes with a package is started. */
export function install(missing: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  const options = ['install', '-y', '-qq', '--no-install-recommends', '--no-upgrade'];
  execFileSync('apt-get', [...options, ...missing], { stdio: 'inherit', env });
}

const whereIs = (name: string) =>
  folders.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));

function newestPostgres(): string | undefined {
  const all = '/usr/lib/postgresql';
  const versions = existsSync(all) ? readdirSync(all).map(Number) : [];
  const newest = Math.max(...versions.filter((one) => existsSync(`${all}/${one}/bin/postgres`)));
  return newest >= 15 ? `${all}/${newest}/bin` : undefined;
}
