import { useLingui } from '@lingui/react';
import { unblockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { type Line, listLines } from '@portside/contract/lines';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';

/** K13: the call asks for a proof by itself. */
export function UnblockLine({ line, isNext }: { line: Line; isNext: boolean }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const work = useWork();
  const send = useSend(unblockLine, { refresh: [viewLine, listLines] });
  if (isAgent) {
    return <p className="text-ink-soft">{i18n.t('Only the customer can unblock this line.')}</p>;
  }
  return (
    <Button
      loading={work.loading}
      onClick={() => void work.run(async (signal) => void (await send({ id: line.id }, signal)))}
      variant={isNext ? 'primary' : 'secondary'}
    >
      {i18n.t('Unblock this line')}
    </Button>
  );
}
