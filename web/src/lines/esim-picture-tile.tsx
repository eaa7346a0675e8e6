import type { PictureName } from '@portside/contract/brand';
import type { EsimState } from '@portside/contract/sim';
import { BrandPicture } from '../api/brand-picture.tsx';
import { classes } from '../ui/classes.ts';
import { Flag, type FlagName } from '../ui/flag.tsx';

/** The flag is for brands without the picture. */
const looks: Readonly<Record<EsimState, { picture: PictureName; flag: FlagName }>> = {
  preparing: { picture: 'esim-waiting', flag: 'pending' },
  unknown: { picture: 'esim-waiting', flag: 'pending' },
  disabled: { picture: 'esim-waiting', flag: 'suspended' },
  ready: { picture: 'esim-ready', flag: 'activating' },
  downloaded: { picture: 'esim-ready', flag: 'activating' },
  installed: { picture: 'esim-ready', flag: 'activating' },
  enabled: { picture: 'esim-on', flag: 'active' },
  error: { picture: 'esim-failed', flag: 'failure' },
  deleted: { picture: 'esim-failed', flag: 'ended' },
};

export function EsimPicture({ state, className }: { state: EsimState; className?: string }) {
  const { picture, flag } = looks[state];
  return (
    <BrandPicture
      className={classes('shrink-0', className)}
      key={picture}
      name={picture}
      otherwise={<Flag className={className} name={flag} size={96} />}
    />
  );
}
