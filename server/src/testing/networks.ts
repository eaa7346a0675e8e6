import type { Overrides } from '../app.ts';

/** Limits by network as they are where not everything is simulated. */
export const realLimits: Overrides = {
  adapters: (opened) => ({ ...opened, mail: { ...opened.mail, name: 'a real one' } }),
};
