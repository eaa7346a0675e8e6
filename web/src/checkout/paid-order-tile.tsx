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
import { TextLink } from '../ui/text-link.tsx';
import { isRefused, type PaidPart, setUpPathOf, usePaidOrder } from './use-paid-order.ts';

export function PaidOrderTile({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { order, parts, isPending } = usePaidOrder(orderId);
  const { loading, savePdf } = useDocuments();
  // As high as what comes, so that the buttons below stay where they are.
  if (isPending) return <Skeleton className="h-71 w-full" />;
  const { line, transaction } = order ?? {};
  const paid = transaction?.paymentDetails;
  return (
    <>
      {parts && (
        <ol className="mb-4 text-start text-ink">
          {parts.map((part, at) => (
            <PaidLine key={part.orderId} number={at + 1} part={part} />
          ))}
        </ol>
      )}
      <dl className="border-y py-1 text-start text-ink">
        {line && !parts && (
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
        {!parts && (
          <Fact name={i18n.t('Order')}>
            {transaction?.item ?? line?.plan.retailName}
            <span className="block text-fine text-ink-soft tabular-nums">
              {order?.number ?? orderId}
            </span>
          </Fact>
        )}
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
      {!parts && (
        <p aria-live="polite" className="mt-4 text-ink-soft">
          {nextOf(i18n, line)}
        </p>
      )}
    </>
  );
}

/** One of several lines: what became of it, and the one way on (P03). */
function PaidLine({ part, number }: { part: PaidPart; number: number }) {
  const { i18n } = useLingui();
  const { line, item: plan } = part;
  const refused = isRefused(part);
  const setUpPath = refused ? undefined : setUpPathOf(line);
  // What is not known yet is no news here: nothing but a SIM card is on its way.
  const hasNumber = line && (line.portIn !== undefined || line.mdn !== '');
  return (
    <li className="border-t py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-strong">{i18n.t('Line {number}: {plan}', { number, plan })}</span>
        <span className="tabular-nums">{money(part.amount, i18n.locale)}</span>
      </div>
      {hasNumber && !refused && <p className="tabular-nums">{numberOf(i18n, line)}</p>}
      <p aria-live="polite" className={refused ? 'text-ink' : 'text-ink-soft'}>
        {refused ? refusedWords(i18n, part) : nextOf(i18n, line)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        {part.number && (
          <span className="text-fine text-ink-soft tabular-nums">
            {i18n.t('Order {number}', { number: part.number })}
          </span>
        )}
        {setUpPath && (
          <TextLink className="inline-flex min-h-11 items-center" to={setUpPath}>
            {i18n.t('Set up eSIM')}
            <span className="sr-only"> {i18n.t('Line {number}: {plan}', { number, plan })}</span>
          </TextLink>
        )}
      </div>
    </li>
  );
}

/** Only this line: the others stand. */
function refusedWords(i18n: I18n, { status, amount: dollars, line }: PaidPart): string {
  if (dollars === 0) {
    return i18n.t('We couldn’t start this line. Nothing was charged for it.');
  }
  const amount = money(dollars, i18n.locale);
  // It had started, and was refunded later.
  if (line?.paidUntil) {
    return status === 'refunded'
      ? i18n.t('We refunded {amount} for this line.', { amount })
      : i18n.t('We’re refunding {amount} for this line.', { amount });
  }
  switch (status) {
    case 'refunded':
      return i18n.t('We couldn’t start this line and refunded {amount}.', { amount });
    case 'refund_failed':
      return i18n.t(
        'We couldn’t start this line, and your bank didn’t accept the refund of {amount}. We’ll refund you another way and email you when it’s done.',
        { amount },
      );
    default:
      return i18n.t(
        'We couldn’t start this line and are refunding {amount}. Your bank will show it within a few days.',
        { amount },
      );
  }
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
