import type { TrackerTileProps } from './tracker-tile.tsx';
import { CancelPortInDialog } from './cancel-port-in-dialog.tsx';
import { MoveQuestionDialog } from './move-question-dialog.tsx';
import { NumberCheckDialog } from './number-check-dialog.tsx';
import { type DetailsTask, PortInDetailsDialog } from './port-in-details-dialog.tsx';
import { useBringNumber } from './use-bring-number.ts';

export type Opened =
  | { readonly kind: 'details'; readonly task: DetailsTask }
  | { readonly kind: 'move'; readonly to: 'a line in use' | 'its new line' }
  | { readonly kind: 'check' }
  | { readonly kind: 'cancel' };

interface TrackerDialogProps extends TrackerTileProps {
  opened: Opened;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  finalFocus: () => HTMLElement | null;
}

/** A new key is a new dialog. */
export function TrackerDialog({ portIn, lines, opened, onDone, ...dialog }: TrackerDialogProps) {
  function finish() {
    onDone();
    dialog.onClose();
  }
  const bring = useBringNumber({ onDone: finish, onPlanNeeded: finish });
  const { id: tempSubscriptionId, msisdn, zipCode, lineId } = portIn;
  const carrier = portIn.oldCarrier ?? undefined;

  // On failure the question stays: another line may do.
  const move = (to: string | undefined, signal: AbortSignal) =>
    bring({ msisdn, zipCode, tempSubscriptionId, ...(to && { lineId: to }) }, signal);

  switch (opened.kind) {
    case 'details':
      return (
        <PortInDetailsDialog
          {...dialog}
          carrier={carrier}
          lines={lineId === null ? lines : []}
          onDone={onDone}
          task={opened.task}
        />
      );
    case 'move':
      return (
        <MoveQuestionDialog
          {...dialog}
          carrier={carrier}
          lines={opened.to === 'a line in use' ? lines : []}
          msisdn={msisdn}
          onMove={move}
        />
      );
    case 'check':
      return dialog.open ? (
        <NumberCheckDialog {...dialog} begin="number" lines={lines} msisdn={msisdn} />
      ) : null;
    case 'cancel':
      return <CancelPortInDialog {...dialog} onDone={onDone} portIn={portIn} />;
  }
}
