import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { undoEndLine } from '@portside/contract/line-ending';
import { listLines } from '@portside/contract/lines';
import { lazy, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { endsAtOnce, endsWords } from '../lines/line-next.ts';
import { whyKeptBack } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';

const EndLineDialog = lazy(async () => ({
  default: (await import('./end-line-dialog.tsx')).EndLineDialog,
}));

/** K17. Emails lead here with `#end`. */
export function LineEndingPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const page = usePage();
  const isAgent = useIsAgent();
  const dialog = useFreshDialog();
  const work = useWork();
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const undo = useSend(undoEndLine, { refresh: [viewLine, listLines] });
  const { endsOn, paidUntil, period, paidAhead } = line;
  const day = (moment: string) => dateAlone(moment, page.brand.timeZone, page.language);
  const ahead = period && paidAhead ? { to: period.to, credit: paidAhead.credit } : undefined;
  // Before what is paid: the rest becomes credit (P10).
  const credit = endsOn && ahead && Date.parse(endsOn) === Date.parse(ahead.to) ? ahead.credit : 0;
  const why = endsOn ? undefined : whyKeptBack(i18n, 'ending', line);
  const keep = () => void work.run(async (signal) => void (await undo({ id: line.id }, signal)));
  return (
    <LineSection heading={heading} id="end" title={i18n.t('End this line')}>
      <p aria-live="polite" className="measure text-ink-soft">
        {endsOn
          ? credit > 0
            ? `${endsWords(i18n, line, page)} ${i18n.t('On that day {credit} of what you paid becomes credit.', { credit: money(credit, page.language) })}`
            : endsWords(i18n, line, page)
          : why && paidUntil
            ? why
            : paidUntil
              ? endsAtOnce(line)
                ? i18n.t('You haven’t paid ahead, so the line and its number end right away.')
                : ahead
                  ? i18n.t(
                      'If you end it, it ends on {first}, when these 30 days end, or on {date}, with all you’ve paid for: you choose. You can change your mind until then.',
                      { first: day(ahead.to), date: day(paidUntil) },
                    )
                  : i18n.t(
                      'If you end it, it ends on {date}, with what you paid for. You can change your mind until then.',
                      { date: day(paidUntil) },
                    )
              : i18n.t('This line isn’t active yet. Contact us to cancel it.')}
      </p>
      {isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can end this line.')}</p>
      ) : why && paidUntil ? null : paidUntil ? (
        // One button, so that the focus comes back.
        <Button
          className="mt-5"
          loading={work.loading}
          onClick={endsOn ? keep : dialog.ask}
          ref={button}
          variant="secondary"
        >
          {endsOn ? i18n.t('Keep this line') : i18n.t('End this line')}
        </Button>
      ) : (
        <TextLink className="mt-3 inline-flex min-h-11 items-center" to="/contact-us">
          {i18n.t('Contact Us')}
        </TextLink>
      )}
      {dialog.show((shown) => (
        <EndLineDialog
          finalFocus={() => (dialog.isFinished ? heading.current : button.current)}
          line={line}
          {...shown}
        />
      ))}
    </LineSection>
  );
}
