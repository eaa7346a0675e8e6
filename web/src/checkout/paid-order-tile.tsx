import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import type { ReactNode } from 'react';
import { lineWords, waitsForCustomer } from '../lines/line-words.ts';
import { CardDigits } from '../payments/card-digits-tile.tsx';
import { useDocuments } from '../payments/use-documents.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePaidOrder } from './use-paid-order.ts';

export function PaidOrderTile({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { order, isPending } = usePaidOrder(orderId);
  const { loading, savePdf } = useDocuments();
  // As high as what comes, so that the buttons below stay where they are.
  if (isPending) return <Skeleton className="h-71 w-full" />;
  const { line, transaction } = order ?? {};
  const paid = transaction?.paymentDetails;
  return (
    <>
      <dl className="border-y py-1 text-start text-ink">
        {line && (
          <Fact name={i18n.t('Number')}>
            <span className="font-strong tabular-nums">{numberOf(i18n, line)}</span>
          </Fact>
        )}
        {paid?.finalCheckoutAmount !== undefined && (
          <Fact name={i18n.t('Paid')}>
            <span className="font-strong tabular-nums">
              {money(paid.finalCheckoutAmount, i18n.locale)}
            </span>
            {paid.last4DigitCard && (
              <span className="ms-3 tabular-nums">
                <CardDigits last4Digits={paid.last4DigitCard} network={paid.paymentMethod} />
              </span>
            )}
          </Fact>
        )}
        <Fact name={i18n.t('Order')}>
          {transaction?.item ?? line?.plan.retailName}
          <span className="block text-fine text-ink-soft tabular-nums">
            {order?.number ?? orderId}
          </span>
        </Fact>
        <Fact name={i18n.t('Receipt')}>
          {transaction && (
            <Button
              className="-my-2.5 -me-[12px]"
              icon="download"
              loading={loading === 'pdf'}
              onClick={() => void savePdf(transaction.id)}
              variant="quiet"
            >
              {i18n.t('Download PDF')}
            </Button>
          )}
          <span className="block text-fine text-ink-soft">
            {i18n.t('We’ll email it to you too.')}
          </span>
        </Fact>
      </dl>
      <p aria-live="polite" className="mt-4 text-ink-soft">
        {nextOf(i18n, line)}
      </p>
    </>
  );
}

function numberOf(i18n: I18n, { mdn, portIn }: Line): string {
  if (portIn) return phone(portIn.msisdn);
  return mdn ? phone(mdn) : i18n.t('On its way');
}

function nextOf(i18n: I18n, line: Line | undefined): string {
  if (line?.simType === 'physical' && line.status === 'pending' && !line.iccid) {
    return line.portIn
      ? i18n.t(
          'We’ll email you when your SIM card is mailed. Your paid days begin when you activate it, and your number moves then. Until then it works as before.',
        )
      : i18n.t(
          'We’ll email you when your SIM card is mailed. Your paid days begin when you activate it.',
        );
  }
  if (line && line.status !== 'pending' && line.status !== 'activating') {
    return lineWords(i18n, line, undefined).meaning;
  }
  if (line && waitsForCustomer(line)) {
    return i18n.t(
      'Next, your dashboard asks for your old carrier’s details. Your number keeps working there.',
    );
  }
  if (line?.portIn) {
    return i18n.t('Your number keeps working with your old carrier until it works here.');
  }
  return i18n.t('We’re setting up your line. The dashboard shows you when it’s ready.');
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 not-first:border-t">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 grow text-end">{children}</dd>
    </div>
  );
}
