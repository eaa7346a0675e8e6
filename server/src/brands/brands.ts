import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandSettings, type BrandSettings } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import type { NoticeKind } from '@portside/contract/notices';
import { type LetterLogo, readLetterLogo } from './letter-logo.ts';

export interface Brand extends BrandSettings {
  folder: string;
  /** Of its site, outside a request. */
  origin: string;
  /** For emails and papers. */
  letterLogo: LetterLogo | undefined;
  /** `brand.json` as it is, without what staff have changed. */
  inFolder: BrandSettings;
  /** What numbers were kept for before, for lines that were paused by then (docs/decisions/0970). */
  keptDaysBefore: readonly KeptDays[];
  /** Changes with each change of what staff have set. */
  settingsVersion: number;
  /** Those that are not over. */
  notices: readonly Notice[];
}

export interface KeptDays {
  readonly days: number;
  readonly until: Date;
}

/** A message of staff about an outage or maintenance. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  /** Null: for all. */
  readonly zipPrefix: string | null;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
  readonly from: Date;
  readonly until: Date;
  readonly changedAt: Date;
}

/** By tenant number; the first one answers to unknown hosts. */
export interface Brands {
  readonly all: readonly Brand[];
  readonly first: Brand;
  byId(id: string): Brand | undefined;
  byTenant(tenantId: number): Brand;
  byHost(hostName: string): Brand;
  /** Whose chat service's frame this host is for alone. */
  byChatHost(hostName: string): Brand | undefined;
}

/** `origin` is the site's of `PORTSIDE_ORIGIN`. */
export async function loadBrands(folder: string, origin?: string): Promise<Brands> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const all = await Promise.all(folders.map((name) => loadBrand(join(folder, name))));
  all.sort((a, b) => a.client.mvnoId - b.client.mvnoId);
  const [first] = all;
  if (!first) throw new Error(`There is no brand in ${folder}`);
  checkChatHosts(folder, all);
  const tenants = new Map(all.map((brand) => [brand.client.mvnoId, brand]));
  if (tenants.size !== all.length) throw new Error(`Two brands in ${folder} have the same mvnoId`);
  const byHost = (hostName: string) =>
    all.find((brand) => brand.hostNames.includes(hostName)) ?? first;
  if (origin) {
    const named = byHost(new URL(origin).hostname);
    for (const brand of all) brand.origin = originOf(brand, origin, brand === named);
  }
  return {
    all,
    first,
    byId: (id) => all.find((brand) => brand.id === id),
    byTenant(tenantId) {
      const brand = tenants.get(tenantId);
      if (!brand) throw new Error(`There is no brand of tenant ${tenantId}`);
      return brand;
    },
    byHost,
    byChatHost: (hostName) => all.find((brand) => brand.chatHost === hostName),
  };
}

/** The configured one if it is this brand's, else with its first host name (a local one on a local machine). */
function originOf({ hostNames }: Brand, configured: string, isNamed: boolean): string {
  const url = new URL(configured);
  if (isNamed) return url.origin;
  const names = hostNames.filter((name) => isLocal(name) === isLocal(url.hostname));
  url.hostname = names[0] ?? hostNames[0] ?? url.hostname;
  return url.origin;
}

const isLocal = (name: string) => /(?:^|\.)localhost$|^127\.|^\[::1\]$/.test(name);

/** @throws Error when a host would have to answer as two things */
function checkChatHosts(where: string, all: readonly Brand[]): void {
  for (const { id, chatHost } of all) {
    if (chatHost === undefined) continue;
    const other = all.find(
      (one) =>
        one.hostNames.some((name) => name.toLowerCase() === chatHost) ||
        (one.id !== id && one.chatHost === chatHost),
    );
    if (!other) continue;
    throw new Error(`${where}: chatHost: ${chatHost} of ${id} is a host name of ${other.id} too`);
  }
}

/** For settings, which are read before the brands; an unreadable one is named when it is loaded. */
export function brandIdsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => idIn(join(folder, name, 'brand.json')));
  } catch {
    return [];
  }
}

function idIn(path: string): string[] {
  try {
    const { id } = JSON.parse(readFileSync(path, 'utf8')) as { id?: unknown };
    return typeof id === 'string' ? [id] : [];
  } catch {
    return [];
  }
}

export async function loadBrand(folder: string): Promise<Brand> {
  const path = join(folder, 'brand.json');
  const parsed = brandSettings.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) {
    const brand = {
      ...parsed.data,
      folder,
      origin: `https://${parsed.data.hostNames[0] ?? 'localhost'}`,
      letterLogo: await readLetterLogo(folder),
      inFolder: parsed.data,
      keptDaysBefore: [],
      settingsVersion: 0,
      notices: [],
    };
    checkChatHosts(path, [brand]);
    return brand;
  }
  const problems = parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`);
  throw new Error(`${path} is not complete:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
}
