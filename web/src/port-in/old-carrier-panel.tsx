import { useLingui } from '@lingui/react';
import { keepOldLine, oldCarriers } from '@portside/contract/old-carriers';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';

interface OldCarrierPanelProps {
  /** An unknown id shows general help. */
  carrier: string;
  /** All by default. */
  about?: readonly PortInField[] | undefined;
  className?: string | undefined;
}

/** With the date it was checked. */
export function OldCarrierPanel({ carrier, about, className }: OldCarrierPanelProps) {
  const { i18n } = useLingui();
  const known = oldCarriers.find(({ id }) => id === carrier);
  const helps = (field: PortInField) => !about || about.includes(field);
  return (
    <div className={classes('remark px-4 py-3 text-fine wrap-anywhere', className)}>
      {known && (
        <>
          <p className="mb-2 text-body font-strong">{known.name}</p>
          <dl className="grid gap-2">
            {helps('billingAccount') && (
              <Help name={i18n.t('Account number')}>{i18n._(known.accountNumber)}</Help>
            )}
            {helps('pinPassword') && (
              <Help name={i18n.t('Transfer PIN')}>
                {i18n._(known.transferPin)}
                {known.pinLives && ` ${i18n.t('Valid for')} ${i18n._(known.pinLives)}.`}
              </Help>
            )}
            {known.lock && <Help name={i18n.t('Turn off first')}>{i18n._(known.lock)}</Help>}
          </dl>
          <p className="mt-2 text-ink-soft">
            {i18n.t('As of {month}.', { month: monthWords(known.checked, i18n.locale) })}{' '}
            {known.unsure &&
              i18n.t('Not confirmed by the carrier. If yours is different, ask them.')}
          </p>
        </>
      )}
      <p className={classes('flex gap-2 font-strong', known && 'mt-2 border-t pt-2')}>
        <Icon className="mt-px" name="information" size={18} />
        {i18n._(keepOldLine)}
      </p>
    </div>
  );
}

function Help({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-strong">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `2026-06` as `June 2026`. */
function monthWords(month: string, locale: string): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-15T12:00:00Z`));
}
