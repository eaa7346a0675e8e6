import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import { carrierName } from './port-in-words.ts';
import { Icon } from '../ui/icon.tsx';

interface MovePanelProps {
  msisdn: string;
  /** An `id` of old-carriers.ts. */
  carrier?: string | undefined;
  /** The line whose number it replaces; by default its new line. */
  line?: Line | undefined;
}

/** Shown before anything is sent. */
export function MovePanel({ msisdn, carrier, line }: MovePanelProps) {
  const { i18n } = useLingui();
  const known = carrierName(carrier);
  const number = phone(msisdn);
  const lineName = line && (line.nickname || line.plan.retailName);
  return (
    <>
      <ol className="grid list-decimal gap-2 ps-5">
        <li>
          {known
            ? i18n.t('We ask {carrier} to release {number}. Until then, it keeps working there.', {
                carrier: known,
                number,
              })
            : i18n.t(
                'We ask your old carrier to release {number}. Until then, it keeps working there.',
                {
                  number,
                },
              )}
        </li>
        <li>
          {line
            ? i18n.t('It becomes the number of your line {line}. The SIM stays the same.', {
                line: lineName,
              })
            : i18n.t('It becomes the number of your new line.')}
        </li>
        <li>
          {i18n.t(
            'Your line with your old carrier ends automatically. Don’t cancel it there first.',
          )}
        </li>
      </ol>
      {line && (
        <p className="mt-5 flex gap-3 remark-shape border-fail bg-fail-soft px-4 py-3">
          <Icon className="mt-0.5" name="warning" size={20} />
          <span>
            <strong className="block font-strong">
              {i18n.t('You give up {number}', { number: phone(line.mdn) })}
            </strong>
            {i18n.t('It stops working once the other one is here, and you can’t get it back.')}
          </span>
        </p>
      )}
    </>
  );
}
