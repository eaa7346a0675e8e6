import { useLingui } from '@lingui/react';
import { setAlerts, viewAlerts } from '@portside/contract/usage';
import { useAnswer } from '../api/use-answer.ts';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { useWork } from '../ui/use-work.ts';

/** K12: each press is saved at once. */
export function UsageAlerts({ id }: { id: string }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const { data: alerts } = useAnswer(viewAlerts, { id });
  const send = useSend(setAlerts, { refresh: [viewAlerts] });
  const work = useWork();
  if (!alerts) return null;
  const { data80, data100 } = alerts;
  const choose = (change: Partial<typeof alerts>) =>
    void work.run(async (signal) => void (await send({ id, data80, data100, ...change }, signal)));
  return (
    <fieldset>
      <legend className="mb-1 font-strong">{i18n.t('Email me about limits')}</legend>
      <Checkbox
        checked={alerts.data80}
        disabled={isAgent}
        label={i18n.t('When 80% is used')}
        loading={work.loading}
        name="data80"
        onChange={(on) => choose({ data80: on })}
      />
      <Checkbox
        checked={alerts.data100}
        disabled={isAgent}
        label={i18n.t('When all of it is used')}
        loading={work.loading}
        name="data100"
        onChange={(on) => choose({ data100: on })}
      />
      {isAgent && (
        <p className="text-ink-soft">{i18n.t('Only the customer can change these emails.')}</p>
      )}
    </fieldset>
  );
}
