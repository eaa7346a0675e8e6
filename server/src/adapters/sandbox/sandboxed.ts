import { adapterTable, settingsOf } from '../../settings/adapter-settings.ts';
import type { World } from '../../app.ts';

/** Whether some brand has no account outside. */
export const isSandboxed = (
  { brands, config }: Pick<World, 'brands' | 'config'>,
  port: 'payment' | 'carrier' | 'mail',
): boolean =>
  brands.all.some(
    ({ id }) => settingsOf(config.adapters, id)[port].kind === adapterTable[port].inside,
  );
