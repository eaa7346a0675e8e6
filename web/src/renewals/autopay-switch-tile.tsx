import { useLingui } from '@lingui/react';
import { setAutopay } from '@portside/contract/autopay';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listCards } from '@portside/contract/payments';
import { lazy, useRef } from 'react';
import { useIsAgent } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { mayWith } from '../lines/line-acts.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';

const AutopayDialog = lazy(async () => ({
  default: (await import('./autopay-dialog.tsx')).AutopayDialog,
}));

interface AutopaySwitchProps {
  line: LineDetail;
  /** Where the focus goes once it is on or off: a key pressed once more would undo it. */
  afterwards: () => HTMLElement | null;
}

/** K03: on with a consent, off in one press. */
export function AutopaySwitch({ line, afterwards }: AutopaySwitchProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  // A new key is a new question; the old one stays while it closes.
  const dialog = useFreshDialog();
  const button = useRef<HTMLButtonElement>(null);
  const work = useWork();
  const send = useSend(setAutopay, { refresh: [viewLine] });
  const { on } = line.autopay;
  const may = !isAgent && !line.endsOn && mayWith(line, 'own');
  const mayTurnOn = may && !on;
  const { data: cards } = useAnswer(listCards, {}, { enabled: mayTurnOn });
  const turnOff = () =>
    void work.run(async (signal) => {
      if (!(await send({ id: line.id, on: false }, signal))) afterwards()?.focus();
    });
  if (!may) return null;
  if (!on && cards?.cards.length === 0) {
    return (
      <p className="measure">
        {i18n.t('Autopay charges a saved card, and you have none yet.')}{' '}
        <TextLink to="/dashboard/payment">{i18n.t('Add a card')}</TextLink>
      </p>
    );
  }
  return (
    <>
      {/* One button, so that the focus comes back. */}
      <Button
        loading={work.loading}
        onClick={on ? turnOff : dialog.ask}
        ref={button}
        variant="secondary"
      >
        {on ? i18n.t('Turn off autopay') : i18n.t('Turn on autopay')}
      </Button>
      {dialog.show((shown) => (
        <AutopayDialog
          finalFocus={() => (dialog.isFinished ? afterwards() : button.current)}
          line={line}
          {...shown}
        />
      ))}
    </>
  );
}
