import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import { viewHold } from '@portside/contract/line-hold';
import { lazy, type RefObject, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isHeld } from '../lines/kept-back.ts';
import { suspendedWords } from '../lines/line-suspended.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { lineWords } from '../lines/line-words.ts';
import { TakeOffHold } from '../lines/take-off-hold-tile.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';

const HoldLineDialog = lazy(async () => ({
  default: (await import('./hold-line-dialog.tsx')).HoldLineDialog,
}));

/** P09: away for a while. Emails lead here with `#hold`. */
export function LineHoldPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A new key is a new question; the old one stays while it closes.
  const dialog = useFreshDialog();
  const held = isHeld(line);
  const isOver = !held && line.network?.asked === 'unhold';
  if (!line.mayHold && !held && !isOver) return null;
  return (
    <LineSection
      aside={
        (held || isOver) && <Badge tone="mark">{lineWords(i18n, line, undefined).state}</Badge>
      }
      heading={heading}
      id="hold"
      title={held || isOver ? i18n.t('Hold') : i18n.t('Put this line on hold')}
    >
      {held || isOver ? (
        <OnHold heading={heading} held={held} line={line} />
      ) : (
        <MayHold ask={dialog.ask} button={button} />
      )}
      {dialog.show((shown) => (
        <HoldLineDialog
          // Its button is gone once the line is on hold.
          finalFocus={() => (dialog.isFinished ? null : button.current) ?? heading.current}
          line={line}
          {...shown}
        />
      ))}
    </LineSection>
  );
}

interface MayHoldProps {
  ask: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

function MayHold({ ask, button }: MayHoldProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  return (
    <>
      <p className="measure text-ink-soft">
        {i18n.t(
          'Away for a while? Pause this line for up to 90 days. The number stays yours, and the days you’ve paid for wait. Until it’s back, nobody can call, text or use data with it. Don’t count on it for 911.',
        )}
      </p>
      {isAgent ? (
        <p className="mt-4 text-ink-soft">
          {i18n.t('Only the customer can put this line on hold.')}
        </p>
      ) : (
        <Button className="mt-5" onClick={ask} ref={button} variant="secondary">
          {i18n.t('Put this line on hold')}
        </Button>
      )}
    </>
  );
}

interface OnHoldProps {
  line: LineDetail;
  /** False while the network turns it back on. */
  held: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}

function OnHold({ line, held, heading }: OnHoldProps) {
  const { i18n } = useLingui();
  const page = usePage();
  return (
    <>
      <p aria-live="polite" className="measure">
        {suspendedWords(i18n, line, page)}
      </p>
      {held && (
        <>
          <IfEndedNow id={line.id} />
          <div className="mt-5">
            <TakeOffHold afterwards={() => heading.current} isNext={false} line={line} />
          </div>
        </>
      )}
    </>
  );
}

/** What it has cost, and what days are left, before it is ended. */
function IfEndedNow({ id }: { id: string }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { data, isPending, isFetching, refetch } = useAnswer(viewHold, { id }, { staleTime: 0 });
  if (isPending) return <Skeleton className="mt-4 h-[2lh] w-full max-w-md" />;
  if (!data) {
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-ink-soft">
        {i18n.t('What the hold costs didn’t load.')}
        <Button loading={isFetching} onClick={() => void refetch()} variant="quiet">
          {i18n.t('Try again')}
        </Button>
      </p>
    );
  }
  // It ended in that moment.
  if (!data.hold) return null;
  const { ifEndedNow } = data.hold;
  return (
    <p className="mt-3 measure text-ink-soft">
      {i18n.t(
        'If the hold ends now, it costs {count} of your paid days, and the line is paid until {date}.',
        {
          count: ifEndedNow.costDays,
          date: dateAlone(ifEndedNow.paidUntil, brand.timeZone, language),
        },
      )}
    </p>
  );
}
