import {
  settingNames,
  storedSettings,
  type SettingValues,
  type StoredSettings,
} from '@portside/contract/console/settings';
import type { BrandSettings } from '@portside/contract/brand';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import * as store from './store.ts';

export const emptyRow = { stored: {}, changes: {}, kept_days_before: [], version: 0 } as const;

/** One that an earlier version stored, and that is no value today, does not hold. */
export function heldIn(stored: Readonly<Record<string, unknown>>): StoredSettings {
  const held = settingNames.flatMap((name) => {
    const parsed = storedSettings.shape[name].safeParse(stored[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(held);
}

export function valuesIn({
  support,
  refundLimits,
  lines,
}: Pick<BrandSettings, 'support' | 'refundLimits' | 'lines'>): SettingValues {
  const { agentCents, billingCents, adminCents } = refundLimits;
  return {
    supportHours: {
      en: support.hours,
      ...(support.es && { es: support.es.hours }),
      opening: support.opening,
    },
    refundLimits: {
      agent: agentCents / 100,
      billing: billingCents / 100,
      admin: adminCents / 100,
    },
    keptDays: lines.keptDays,
    unlockMinutes: lines.unlockMinutes,
  };
}

/** Every process looks each second, so that all of them know a change at once (docs/decisions/0970). */
export async function followSettings({ db, brands }: Pick<App, 'db' | 'brands'>): Promise<void> {
  for (const row of await store.allSettings(db.query)) {
    const brand = brands.all.find(({ client }) => client.mvnoId === row.tenant_id);
    if (brand && brand.settingsVersion < row.version) hold(brand, row);
  }
}

/** The brand's object is the same for as long as the process lives; everybody asks it. */
function hold(brand: Brand, { stored, kept_days_before, version }: store.SettingsRow): void {
  const { support, refundLimits, lines } = brand.inFolder;
  const held = heldIn(stored);
  const { supportHours, keptDays, unlockMinutes, refundLimits: limits } = held;
  brand.support = supportHours
    ? {
        ...support,
        hours: supportHours.en,
        opening: supportHours.opening,
        es: supportHours.es === undefined ? undefined : { hours: supportHours.es },
      }
    : support;
  brand.lines = {
    ...lines,
    ...(keptDays !== undefined && { keptDays }),
    ...(unlockMinutes !== undefined && { unlockMinutes }),
  };
  brand.refundLimits = limits ? centsOf(limits) : refundLimits;
  brand.keptDaysBefore = kept_days_before.map(({ days, until }) => ({
    days,
    until: new Date(until),
  }));
  brand.settingsVersion = version;
}

const centsOf = ({ agent, billing, admin }: SettingValues['refundLimits']) => ({
  agentCents: Math.round(agent * 100),
  billingCents: Math.round(billing * 100),
  adminCents: Math.round(admin * 100),
});
