import { satisfies } from 'semver';

/** What is installed, what is known of it, and what of that was accepted until a day. */
const severities = ['low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export interface Installed {
  readonly package: string;
  readonly version: string;
}

export interface Hole {
  readonly package: string;
  /** GHSA or CVE. */
  readonly id: string;
  /** A range as npm writes it. */
  readonly affected: string;
  readonly severity: Severity;
  readonly what: string;
}

export interface Accepted extends Pick<Hole, 'id' | 'package'> {
  readonly on: string;
  /** The last day, as 2027-02-28. */
  readonly until: string;
  readonly why: string;
}

export interface Stored {
  readonly lookedAt: string;
  readonly holes: readonly Hole[];
  readonly accepted: readonly Accepted[];
}

export interface Find extends Installed, Pick<Hole, 'id' | 'severity' | 'what'> {}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly name?: string; readonly link?: boolean }>
  >;
}

export function installedBy(lock: Lock): Installed[] {
  const found = Object.entries(lock.packages).flatMap(([place, { version, name, link }]) => {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0 || link || !version) return [];
    return [{ package: name ?? place.slice(at + 'node_modules/'.length), version }];
  });
  return [...new Map(found.map((one) => [`${one.package}@${one.version}`, one])).values()];
}

export function findsByList(installed: readonly Installed[], holes: readonly Hole[]): Find[] {
  return installed.flatMap((one) =>
    holes
      .filter((hole) => hole.package === one.package)
      .filter(({ affected }) => satisfies(one.version, affected, { includePrerelease: true }))
      .map(({ id, severity, what }) => ({ ...one, id, severity, what })),
  );
}

interface Audit {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly via: readonly (string | Via)[] }>
  >;
}
interface Via {
  readonly name: string;
  readonly url: string;
  readonly title: string;
  readonly severity: string;
  readonly range: string;
}

/** Of `npm audit --json`; undefined when the registry gave no answer. */
export function findsByRegistry(audit: Audit, installed: readonly Installed[]): Find[] | undefined {
  if (!audit.vulnerabilities) return undefined;
  const holes = Object.values(audit.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string')
    .map(({ name, url, title, severity, range }) => ({
      package: name,
      id: url.split('/').at(-1) ?? url,
      affected: range,
      // A word that is not known weighs as the worst.
      severity: severities.find((one) => one === severity) ?? 'critical',
      what: title,
    }));
  return findsByList(installed, holes);
}

/** `today` as 2026-11-26. What is low or moderate is told and fails nothing. */
export function judged(finds: readonly Find[], accepted: readonly Accepted[], today: string) {
  const of = (find: Find) =>
    accepted.find((one) => one.id === find.id && one.package === find.package);
  const grave = finds.filter(({ severity }) => severity === 'high' || severity === 'critical');
  const isAccepted = (find: Find) => (of(find)?.until ?? '') >= today;
  return {
    open: grave.filter((find) => !isAccepted(find)),
    accepted: grave.filter(isAccepted),
    lesser: finds.filter((find) => !grave.includes(find)),
    gone: accepted.filter((one) => !finds.some((find) => of(find) === one)),
  };
}
