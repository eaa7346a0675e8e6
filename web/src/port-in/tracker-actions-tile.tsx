import { useLingui } from '@lingui/react';
import type { PortInReason } from '@portside/contract/port-in-reasons';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useIsAgent } from '../api/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PlanLink } from './plan-link-tile.tsx';
import { fixWords } from './port-in-words.ts';
import { waitsForLine } from './route.ts';
import { type Opened, TrackerDialog } from './tracker-dialog.tsx';
import type { TrackerTileProps } from './tracker-tile.tsx';
import { TryAgain } from './try-again-tile.tsx';

interface TrackerActionsProps extends TrackerTileProps {
  /** Where the focus goes when the button is gone. */
  afterwards: RefObject<HTMLElement | null>;
}

/** Final reasons. */
const final: readonly PortInReason[] = ['not_portable', 'same_network', 'duplicate'];

/** The next step first. */
export function TrackerActions(props: TrackerActionsProps) {
  const { portIn, lines, afterwards } = props;
  const { i18n } = useLingui();
  // A new key is a new form; the old one stays while it closes.
  const [dialog, setDialog] = useState<{ opened: Opened; open: boolean; count: number }>();
  const opener = useRef<HTMLElement>(null);
  // Only the customer may act.
  if (useIsAgent()) return null;

  function show(opened: Opened, from: HTMLElement) {
    opener.current = from;
    setDialog((now) => ({ opened, open: true, count: (now?.count ?? 0) + 1 }));
  }
  const button = (opened: Opened, words: ReactNode, main = true) => (
    <Button
      onClick={(event) => show(opened, event.currentTarget)}
      variant={main ? 'primary' : 'secondary'}
    >
      {words}
    </Button>
  );

  const { status, msisdn, zipCode, required, lineId } = portIn;
  const ids = { msisdn, tempSubscriptionId: portIn.id };
  const atHome = status === 'draft' || status === 'details_needed' || status === 'awaiting_plan';
  const wants = required.some((field) => field !== 'iccid');
  const hasLine = lineId !== null;
  const waits = waitsForLine(portIn);
  const again =
    status === 'cancelled' ||
    status === 'expired' ||
    (status === 'failed' && !final.includes(portIn.reason ?? 'unknown'));
  const asks =
    status === 'delayed' ||
    status === 'failed' ||
    (status === 'action_needed' && !portIn.canFix && !portIn.cancelAsked);
  const add = { mode: 'add-portIn', ...ids, zipCode, hasLine, required } as const;
  const asksMore = portIn.reason === 'details_required';
  const resubmit = {
    mode: 'resubmit-portIn',
    msisdn,
    required,
    oneIsEnough: !asksMore,
    simType: portIn.simType,
    message: portIn.message,
  } as const;
  return (
    <div className="mt-5 flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
      {status === 'action_needed' &&
        portIn.canFix &&
        button(
          { kind: 'details', task: resubmit },
          asksMore ? i18n.t('Enter the details') : fixWords(i18n, required),
        )}
      {atHome && wants && button({ kind: 'details', task: add }, i18n.t('Enter the details'))}
      {atHome &&
        hasLine &&
        required.length === 0 &&
        button({ kind: 'move', to: 'its new line' }, i18n.t('Start the transfer'))}
      {waits && <PlanLink />}
      {waits &&
        status !== 'completed' &&
        lines.length > 0 &&
        button(
          { kind: 'move', to: 'a line in use' },
          i18n.t('Use it on a line you already have'),
          false,
        )}
      {status === 'draft' && wants && !hasLine && <PlanLink main={false} />}
      {atHome &&
        !wants &&
        button(
          { kind: 'details', task: { mode: 'edit-portIn', ...ids } },
          i18n.t('Change the details'),
          false,
        )}
      {portIn.stuck && <TryAgain onDone={() => afterwards.current?.focus()} portIn={portIn} />}
      {again && button({ kind: 'check' }, i18n.t('Check the number again'), status !== 'cancelled')}
      {asks && (
        <ButtonLink
          to="/contact-us"
          variant={again || status === 'delayed' ? 'secondary' : 'primary'}
        >
          {i18n.t('Contact Us')}
        </ButtonLink>
      )}
      {portIn.canCancel && (
        <Button
          className="-ms-3"
          onClick={(event) => show({ kind: 'cancel' }, event.currentTarget)}
          variant="quiet"
        >
          {i18n.t('Cancel the transfer')}
        </Button>
      )}
      {dialog && (
        <TrackerDialog
          {...props}
          finalFocus={() => (opener.current?.isConnected ? opener.current : afterwards.current)}
          key={dialog.count}
          onClose={() => setDialog({ ...dialog, open: false })}
          onDone={() => {
            opener.current = null;
          }}
          open={dialog.open}
          opened={dialog.opened}
        />
      )}
    </div>
  );
}
