import { useLingui } from '@lingui/react';
import type { LineDetail } from '@portside/contract/line-detail';
import { linePlace } from '@portside/contract/line-rooms';
import { lazy, useEffect, useRef } from 'react';
import { useArrival } from '../api/arrival.ts';
import { useCan } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';

const LeaveLineDialog = lazy(async () => ({
  default: (await import('./leave-line-dialog.tsx')).LeaveLineDialog,
}));

/** P04, for whoever has a line of another account: whose it is, and the way out. */
export function GivenLine({ line }: { line: LineDetail }) {
  const { household } = line;
  if (!household || household.as === 'holder' || line.status === 'ended') return null;
  return <Given isUser={household.as === 'user'} line={line} name={household.holder} />;
}

interface GivenProps {
  line: LineDetail;
  isUser: boolean;
  name: string | undefined;
}

function Given({ line, isUser, name: known }: GivenProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const dialog = useFreshDialog();
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLElement>(null);
  const isNew = useArrival('accepted') === true;
  useEffect(() => {
    if (isNew) place.current?.focus();
  }, [isNew]);
  const name = known || i18n.t('the one who gave it');
  return (
    <section
      aria-label={i18n.t('Whose line this is')}
      className={classes(
        'flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3',
        isNew ? 'remark-shape border-good bg-good-soft' : 'remark',
      )}
      ref={place}
      tabIndex={-1}
    >
      <div className="flex min-w-[min(100%,16rem)] flex-1 gap-3">
        <Icon
          className={classes('mt-0.5', isNew && 'text-good')}
          name={isNew ? 'check' : 'information'}
          size={20}
        />
        <div className="grid measure gap-2 wrap-anywhere">
          {isNew && (
            <p role="status">
              {i18n.t('You accepted this line. From now on it’s in your dashboard, too.')}
            </p>
          )}
          <p>
            {isUser
              ? i18n.t(
                  'You have this line from {name}, as its user. It stays in that account, with its bill.',
                  { name },
                )
              : i18n.t(
                  'You have this line from {name}, as its manager. It stays in that account, with its bill.',
                  { name },
                )}
          </p>
          {isNew && <AddressWords line={line} />}
        </div>
      </div>
      {!isAgent && (
        <Button onClick={dialog.ask} ref={button} variant="secondary">
          {i18n.t('Give it back')}
        </Button>
      )}
      {dialog.show((shown) => (
        <LeaveLineDialog
          finalFocus={() => button.current ?? place.current}
          isActive={line.status === 'active'}
          lineId={line.id}
          name={name}
          open={shown.open}
          onClose={shown.onClose}
        />
      ))}
    </section>
  );
}

/** Whoever had the line before may have entered one, which is theirs to see. */
function AddressWords({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const can = useCan();
  if (!can.has('emergencyAddress') || line.emergencyAddress) return null;
  return (
    <p>
      {i18n.t('Until you enter your 911 address, 911 may get one from before for Wi-Fi calls.')}{' '}
      <TextLink to={linePlace(line.id, 'emergency-address')}>
        {i18n.t('Enter the 911 address')}
      </TextLink>
    </p>
  );
}
