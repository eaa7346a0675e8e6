import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/formats';
import type { Line } from '@portside/contract/lines';
import type { PortIn } from '@portside/contract/port-in';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { BringNowTile } from './bring-now-tile.tsx';
import { CancelPortInDialog } from './cancel-port-in-dialog.tsx';
import { OldCarrierPanel } from './old-carrier-panel.tsx';
import { type DetailsTask, PortInDetailsDialog } from './port-in-details-dialog.tsx';
import { fixWords, momentWords, statusTones, statusWords, stopWords } from './port-in-words.ts';
import { RouteTile } from './route-tile.tsx';
import { isOver, routeOf } from './route.ts';

interface TrackerTileProps {
  portIn: PortIn;
  /** Active lines whose number could become this one. */
  lines: readonly Line[];
}

/** One number on its way: where it is, how long it takes, and whether the customer must act. */
export function TrackerTile({ portIn, lines }: TrackerTileProps) {
  const { i18n } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { status } = portIn;
  const rejected = status === 'action_needed';
  return (
    <article
      aria-labelledby={id}
      className="border-t-4 border-ink bg-surface outline-1 -outline-offset-1 outline-line"
      data-status={status}
    >
      <RouteTile stops={routeOf(portIn)} />
      <div className="p-5 md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-10 md:p-8">
        <div>
          <h3
            className="scroll-mt-24 text-heading tabular-nums"
            id={id}
            ref={heading}
            tabIndex={-1}
          >
            {phone(portIn.msisdn)}
          </h3>
          <div aria-live="polite" className="mt-3 flex flex-col gap-3">
            <Badge tone={statusTones[status]}>{statusWords(i18n, status)}</Badge>
            <p className="measure">{portIn.message}</p>
          </div>
          {rejected && (
            <OldCarrierPanel
              about={portIn.required}
              carrier={portIn.oldCarrier ?? ''}
              className="mt-4"
            />
          )}
          <Actions afterwards={heading} lines={lines} portIn={portIn} />
        </div>
        <Route portIn={portIn} />
      </div>
    </article>
  );
}

function Route({ portIn }: { portIn: PortIn }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  return (
    <Timeline
      className="max-md:mt-8 max-md:border-t max-md:pt-6"
      label={i18n.t('The way of your number')}
      stops={routeOf(portIn).map(({ name, state, at }) => {
        const { title, takes } = stopWords(i18n, name);
        return {
          title,
          state,
          time: at ? (
            <time dateTime={at}>{momentWords(at, brand.timeZone, language)}</time>
          ) : state === 'ahead' ? (
            takes || undefined
          ) : undefined,
        };
      })}
    />
  );
}

type Opened = { kind: 'details'; task: DetailsTask } | { kind: 'cancel' };

interface ActionsProps extends TrackerTileProps {
  /** Where the focus goes when the button that opened a dialog goes with its state. */
  afterwards: RefObject<HTMLElement | null>;
}

function Actions({ portIn, lines, afterwards }: ActionsProps) {
  const { i18n } = useLingui();
  // Each opening is a new form; the last one stays while it goes away.
  const [dialog, setDialog] = useState<{ opened: Opened; open: boolean; count: number }>();
  const opener = useRef<HTMLElement>(null);
  // An agent sees how it stands; the number is the customer's to bring.
  const isAgent = useIsAgent();

  function show(opened: Opened, button: HTMLElement) {
    opener.current = button;
    setDialog((now) => ({ opened, open: true, count: (now?.count ?? 0) + 1 }));
  }
  const close = () => setDialog((now) => now && { ...now, open: false });
  const done = () => {
    opener.current = null;
  };
  const finalFocus = () => (opener.current?.isConnected ? opener.current : afterwards.current);

  const { msisdn, zipCode, required } = portIn;
  const ids = { msisdn, tempSubscriptionId: portIn.id };
  const wants = required.includes('billingAccount') || required.includes('pinPassword');
  const open = portIn.status === 'draft' || portIn.status === 'details_needed';
  const details = (task: DetailsTask, words: ReactNode, main = true) => (
    <Button
      onClick={(event) => show({ kind: 'details', task }, event.currentTarget)}
      variant={main ? 'primary' : 'secondary'}
    >
      {words}
    </Button>
  );
  const { opened } = dialog ?? {};
  if (isAgent) return null;
  return (
    <div className="mt-5 flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
      {portIn.status === 'action_needed' &&
        portIn.canFix &&
        details(
          { mode: 'resubmit-portIn', msisdn, required, message: portIn.message },
          fixWords(i18n, required),
        )}
      {open &&
        wants &&
        details({ mode: 'add-portIn', ...ids, zipCode }, i18n.t('Give the details'))}
      {portIn.status === 'draft' && required.length === 0 && (
        <BringNowTile onDone={() => afterwards.current?.focus()} portIn={portIn} />
      )}
      {open &&
        !wants &&
        details({ mode: 'edit-portIn', ...ids }, i18n.t('Change the details'), false)}
      {portIn.status === 'action_needed' && !portIn.canFix && (
        <ButtonLink to="/contact-us">{i18n.t('Contact Us')}</ButtonLink>
      )}
      {portIn.waitsForPlan && (
        <ButtonLink iconAfter="arrow-right" to="/shop">
          {i18n.t('Choose a plan')}
        </ButtonLink>
      )}
      {portIn.status === 'failed' && isOver(portIn) && (
        <ButtonLink to="/contact-us" variant="secondary">
          {i18n.t('Contact Us')}
        </ButtonLink>
      )}
      {portIn.canCancel && (
        <Button
          className="-ms-3"
          onClick={(event) => show({ kind: 'cancel' }, event.currentTarget)}
          variant="quiet"
        >
          {i18n.t('Cancel the move')}
        </Button>
      )}
      {dialog && opened?.kind === 'details' && (
        <PortInDetailsDialog
          carrier={portIn.oldCarrier ?? undefined}
          finalFocus={finalFocus}
          key={dialog.count}
          lines={portIn.lineId === null ? lines : []}
          onClose={close}
          onDone={done}
          open={dialog.open}
          task={opened.task}
        />
      )}
      {dialog && opened?.kind === 'cancel' && (
        <CancelPortInDialog
          finalFocus={finalFocus}
          key={dialog.count}
          onClose={close}
          onDone={done}
          open={dialog.open}
          portIn={portIn}
        />
      )}
    </div>
  );
}
