import {
  settingNames,
  type changeSettings as changeSettingsCall,
  type SettingName,
  type ShownSettings,
} from '@portside/contract/console/settings';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { languagesOf } from '../brands/brand-languages.ts';
import { days, later, minutes } from '../clock.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { told } from '../words/told.ts';
import { emptyRow, followSettings, heldIn, valuesIn } from './settings-now.ts';
import * as store from './store.ts';

type Call = typeof changeSettingsCall;

/** Until every process surely knows of a change. */
const KNOWN_WITHIN = minutes(5);

export async function viewSettings(app: App, { brand, tenant }: Staff): Promise<ShownSettings> {
  const row = await store.settingsOf(app.db.query, tenant);
  return shown(brand, row ?? emptyRow);
}

export async function changeSettings(
  app: App,
  who: Staff,
  { version, ...wanted }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const { brand, tenant } = who;
  const isSpanishMissing =
    languagesOf(brand).includes('es') && wanted.supportHours && !wanted.supportHours.es;
  if (isSpanishMissing) return refused('language_missing');
  const changed = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = await store.lockSettings(tx, tenant, now);
    if (version !== undefined && version !== row.version) return refused('changed_meanwhile');
    const { settings: before } = shown(brand, row);
    const stored: Record<string, unknown> = { ...row.stored };
    const changes = { ...row.changes };
    const named: SettingName[] = [];
    for (const name of settingNames) {
      const value = wanted[name];
      if (value === undefined || isSame(value, heldIn(row.stored)[name] ?? null)) continue;
      if (value === null) delete stored[name];
      else stored[name] = value;
      changes[name] = { at: now.toISOString(), by: who.email };
      named.push(name);
    }
    if (named.length === 0) return row;
    const fresh = { ...row, stored, changes, version: row.version + 1, changed_at: now };
    const { settings: after } = shown(brand, fresh);
    const pick = (from: ShownSettings['settings']) =>
      Object.fromEntries(named.map((name) => [name, from[name].value]));
    who.noteDetail?.({ before: pick(before), after: pick(after) });
    const promised = [
      ...row.kept_days_before,
      ...(after.keptDays.value < before.keptDays.value
        ? [{ days: before.keptDays.value, until: later(now, KNOWN_WITHIN).toISOString() }]
        : []),
    ];
    // The last line that it was promised for has been given up.
    const kept_days_before = promised.filter(
      (one) => later(new Date(one.until), days(2 * one.days)) > now,
    );
    await store.saveSettings(tx, { ...fresh, kept_days_before });
    return fresh;
  });
  if (!('tenant_id' in changed)) return changed;
  await followSettings(app);
  return { ...told('It holds from now on.'), ...shown(brand, changed) };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Row = Pick<store.SettingsRow, 'version' | 'stored' | 'changes'>;

function shown(brand: Brand, { version, stored, changes }: Row): ShownSettings {
  const inFolder = valuesIn(brand.inFolder);
  const held = heldIn(stored);
  const one = <Name extends SettingName>(name: Name) => ({
    value: held[name] ?? inFolder[name],
    inFolder: inFolder[name],
    changed: held[name] === undefined ? null : (changes[name] ?? null),
  });
  return {
    version,
    settings: {
      supportHours: one('supportHours'),
      refundLimits: one('refundLimits'),
      keptDays: one('keptDays'),
      unlockMinutes: one('unlockMinutes'),
    },
  };
}
