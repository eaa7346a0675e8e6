import { useLingui } from '@lingui/react';
import { viewLine } from '@portside/contract/line-detail';
import { endHold, viewHold } from '@portside/contract/line-hold';
import { type Line, listLines } from '@portside/contract/lines';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';

interface TakeOffHoldProps {
  line: Pick<Line, 'id' | 'statusReason'>;
  isNext: boolean;
  /** Where the focus goes, as the button goes with the hold. */
  afterwards?: (() => HTMLElement | null) | undefined;
}

/** P09: back in one press. The answer says what days are left. */
export function TakeOffHold({ line, isNext, afterwards }: TakeOffHoldProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const work = useWork();
  const moveOn = () => afterwards?.()?.focus();
  const send = useSend(endHold, {
    refresh: [viewLine, listLines, viewHold],
    onFailed: ({ reason }) => {
      // It is over already: the page is about to show it.
      if (reason === 'not_on_hold' || reason === 'line_ended') moveOn();
    },
  });
  if (isAgent) {
    return (
      <p className="text-ink-soft">{i18n.t('Only the customer can turn this line back on.')}</p>
    );
  }
  const press = () =>
    void work.run(async (signal) => {
      if (!(await send({ id: line.id }, signal))) moveOn();
    });
  return (
    <Button loading={work.loading} onClick={press} variant={isNext ? 'primary' : 'secondary'}>
      {/* Blocked beside the hold, or paused by us, it stays off. */}
      {line.statusReason === 'on_hold' ? i18n.t('Turn back on') : i18n.t('End the hold')}
    </Button>
  );
}
