import { type AdapterChoices, adapterTable } from './adapter-settings.ts';
import { settingReader } from './setting-reader.ts';
import type { Env } from './setting-files.ts';

const reader = settingReader(adapterTable);

export const adapterSettingNames = reader.names;
export const isAdapterSetting = reader.isKnown;

/** The types of both sides are made from the table. */
export const readAdapters = (env: Env, brandIds: readonly string[], problems: string[]) =>
  reader.read(env, brandIds, problems) as unknown as AdapterChoices;
