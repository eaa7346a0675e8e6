import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
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
  const { endsOn, paidUntil } = line;
  const why = endsOn ? undefined : whyKeptBack(i18n, 'ending', line);
  const keep = () => void work.run(async (signal) => void (await undo({ id: line.id }, signal)));
  return (
    <LineSection heading={heading} id="end" title={i18n.t('End this line')}>
      <p aria-live="polite" className="measure text-ink-soft">
        {endsOn
          ? endsWords(i18n, endsOn, page)
          : why && paidUntil
            ? why
            : paidUntil
              ? endsAtOnce(line)
                ? i18n.t('You haven’t paid ahead, so the line and its number end right away.')
                : i18n.t(
                    'If you end it, it ends on {date}, with what you paid for. You can change your mind until then.',
                    { date: dateAlone(paidUntil, page.brand.timeZone, page.language) },
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
