import { useLingui } from '@lingui/react';
import { setAlerts, viewAlerts } from '@portside/contract/usage';
import { useAnswer } from '../api/use-answer.ts';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { useWork } from '../ui/use-work.ts';

/** K26, for a line without autopay: each press is saved at once. */
export function PayReminders({ id }: { id: string }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const { data: alerts } = useAnswer(viewAlerts, { id });
  const send = useSend(setAlerts, { refresh: [viewAlerts] });
  const work = useWork();
  if (!alerts) return null;
  const { data80, data100 } = alerts;
  const choose = (change: Partial<typeof alerts>) =>
    void work.run(async (signal) => void (await send({ id, data80, data100, ...change }, signal)));
  const days = { pay7: 7, pay3: 3, pay1: 1 } as const;
  return (
    <fieldset className="mt-6">
      <legend className="mb-1 font-strong">{i18n.t('Email me before the paid time ends')}</legend>
      {(['pay7', 'pay3', 'pay1'] as const).map((name) => (
        <Checkbox
          checked={alerts[name]}
          disabled={isAgent}
          key={name}
          label={i18n.t('{count, plural, one {# day before} other {# days before}}', {
            count: days[name],
          })}
          loading={work.loading}
          name={name}
          onChange={(on) => choose({ [name]: on })}
        />
      ))}
    </fieldset>
  );
}
