import { useLingui } from '@lingui/react';
import type { CreditEntry } from '@portside/contract/credit';
import { dateAlone, money } from '@portside/contract/formats';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';

interface CreditPanelProps {
  balance: number;
  /** Newest first. */
  entries: readonly CreditEntry[];
}

const RECENT = 3;

/** K21: what the customer has with us, and where it comes from. Not there without any. */
export function CreditPanel({ balance, entries }: CreditPanelProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const [isOpen, setOpen] = useState(false);
  if (entries.length === 0) return null;
  const shown = isOpen ? entries : entries.slice(0, RECENT);
  return (
    <section aria-labelledby="credit" className="mb-14">
      <div className="flex items-baseline justify-between gap-6">
        <h2 className="text-title" id="credit">
          {i18n.t('Credit')}
        </h2>
        <p className="text-title tabular-nums">{money(balance, language)}</p>
      </div>
      <p className="mb-4 measure text-ink-soft">
        {balance > 0
          ? i18n.t('We’ll use it first the next time you pay.')
          : i18n.t('You have used all of it.')}
      </p>
      <ul className="border-y">
        {shown.map((one, at) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2.5 not-first:border-t"
            key={at}
          >
            <p>
              {one.reason}
              <span className="block text-fine text-ink-soft tabular-nums">
                {dateAlone(one.on, brand.timeZone, language)}
              </span>
            </p>
            <p className="text-end tabular-nums">
              {one.amount > 0 ? '+' : '−'}
              {money(Math.abs(one.amount), language)}
            </p>
          </li>
        ))}
      </ul>
      {entries.length > RECENT && (
        <Button className="mt-2 -ms-3" onClick={() => setOpen(!isOpen)} variant="quiet">
          {isOpen ? i18n.t('Show fewer') : i18n.t('Show all {count}', { count: entries.length })}
        </Button>
      )}
    </section>
  );
}
