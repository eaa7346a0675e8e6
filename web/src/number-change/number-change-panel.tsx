import { useLingui } from '@lingui/react';
import type { LineDetail } from '@portside/contract/line-detail';
import { linePlace } from '@portside/contract/line-rooms';
import { lazy } from 'react';
import { useIsAgent } from '../api/session.ts';
import { isHeld, whyKeptBack } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';

const NumberChangeDialog = lazy(async () => ({
  default: (await import('./number-change-dialog.tsx')).NumberChangeDialog,
}));

/** K18. */
export function NumberChangePanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const dialog = useFreshDialog();
  const why = whyKeptBack(i18n, 'number_change', line);
  if ((line.status !== 'active' && !(isHeld(line) && why)) || line.mdn === '') return null;
  return (
    <LineSection id="new-number" title={i18n.t('Change your number')}>
      <p className="measure text-ink-soft">
        {i18n.t('Pick a new number near any ZIP Code you choose. It’s free, once every 30 days.')}
      </p>
      {isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change the number.')}</p>
      ) : why ? (
        <p className="mt-4 measure">{why}</p>
      ) : line.locks.number.on ? (
        <p className="mt-4 measure">
          {i18n.t('The number lock is on. To change the number, turn it off first.')}{' '}
          <TextLink to={linePlace(line.id, 'locks')}>{i18n.t('See the locks')}</TextLink>
        </p>
      ) : (
        <Button className="mt-5" onClick={dialog.ask} variant="secondary">
          {i18n.t('Change the number')}
        </Button>
      )}
      {dialog.show((shown) => (
        <NumberChangeDialog line={line} {...shown} />
      ))}
    </LineSection>
  );
}
