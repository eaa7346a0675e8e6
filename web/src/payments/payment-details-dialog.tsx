import { useLingui } from '@lingui/react';
import { dateAlone, dateInDetails, money } from '@portside/contract/formats';
import type { Transaction } from '@portside/contract/payments';
import { type ReactNode, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { cardNetworkLabel } from '../ui/card-network.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type ReceiptLine, ReceiptLines } from '../ui/receipt-lines.tsx';
import { CardDigits } from './card-digits-tile.tsx';
import { amountLines } from './payment-details-lines.ts';
import { isRefundedInPart, TransactionStatus } from './transaction-status-tile.tsx';
import { useDocuments } from './use-documents.ts';

interface PaymentDetailsDialogProps {
  /** Undefined: closed. */
  transaction: Transaction | undefined;
  onClose: () => void;
}

/** D13, D14. */
export function PaymentDetailsDialog({ transaction, onClose }: PaymentDetailsDialogProps) {
  const { i18n } = useLingui();
  const { work, loading, print, savePdf } = useDocuments();
  // Kept while it closes.
  const [shown, setShown] = useState(transaction);
  if (transaction && transaction !== shown) setShown(transaction);
  return (
    <Dialog
      actions={
        shown && (
          <>
            <Button
              icon="download"
              loading={loading === 'pdf'}
              onClick={() => void savePdf(shown.id)}
            >
              {i18n.t('Download PDF')}
            </Button>
            <Button
              icon="receipt"
              loading={loading === 'print'}
              onClick={() => void print(shown.id)}
              variant="secondary"
            >
              {i18n.t('Print receipt')}
            </Button>
          </>
        )
      }
      onClose={onClose}
      open={transaction !== undefined}
      title={i18n.t('Payment Details')}
      work={work}
    >
      {shown && <Payment transaction={shown} />}
    </Dialog>
  );
}

function Payment({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { item, orderNumber, paidBy, parts, transactionTime } = transaction;
  const own = useRemark(transaction);
  const remark = useRemarkOnOthers(transaction) ?? own;
  return (
    <>
      <dl className="border-y py-2">
        <Fact name={i18n.t('Date')}>
          {dateInDetails(transactionTime, brand.timeZone, language)}
        </Fact>
        <Fact name={i18n.t('Item')}>{item}</Fact>
        {orderNumber && !parts && <Fact name={i18n.t('Order')}>{orderNumber}</Fact>}
        {paidBy && <Fact name={i18n.t('Paid by')}>{paidBy}</Fact>}
        <Fact name={i18n.t('Status')}>
          <TransactionStatus of={transaction} />
        </Fact>
      </dl>
      <ReceiptLines className="mt-3" lines={useReceipt(transaction)} />
      {parts && <Parts parts={parts} />}
      {remark && <p className="mt-4 text-fine text-ink-soft">{remark}</p>}
      {transaction.credited?.map(({ amount, on }) => (
        <p className="mt-2 text-fine text-ink-soft" key={on}>
          {i18n.t('{amount} of it was given back as credit on {date}.', {
            amount: money(amount, i18n.locale),
            date: dateAlone(new Date(on), brand.timeZone, language),
          })}
        </p>
      ))}
    </>
  );
}

/** Of a payment for several lines, what each cost and what became of it (P03). */
function Parts({ parts }: { parts: NonNullable<Transaction['parts']> }) {
  const { i18n } = useLingui();
  const amount = (dollars: number) => money(dollars, i18n.locale);
  return (
    <>
      <h3 className="mt-6 mb-2 font-strong">{i18n.t('What it paid for')}</h3>
      <ol>
        {parts.map((part, at) => (
          <li className="border-t py-2" key={part.orderNumber ?? at}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-strong">
                {i18n.t('Line {number}: {plan}', { number: at + 1, plan: part.item })}
              </span>
              <span className="tabular-nums">{amount(part.amount)}</span>
            </div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-fine">
              {part.orderNumber && (
                <span className="text-ink-soft tabular-nums">
                  {i18n.t('Order {number}', { number: part.orderNumber })}
                </span>
              )}
              {(part.outcome !== 'paid' || isRefundedInPart(part)) && (
                <TransactionStatus of={part} />
              )}
            </div>
            {part.outcome === 'refund_failed' && (
              <p className="text-fine text-ink-soft">
                {i18n.t(
                  'Your bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
                )}
              </p>
            )}
            {part.outcome === 'paid' && part.refunding !== undefined && (
              <p className="text-fine text-ink-soft">
                {i18n.t('We’re refunding {amount} of it.', { amount: amount(part.refunding) })}
              </p>
            )}
            {part.outcome === 'paid' && part.refunded !== undefined && (
              <p className="text-fine text-ink-soft">
                {i18n.t('We refunded {amount} of it.', { amount: amount(part.refunded) })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** What the amounts do not tell. */
function useRemark(transaction: Transaction): string | undefined {
  const { i18n } = useLingui();
  const { outcome, refunded, refunding, refundedTo, parts } = transaction;
  switch (outcome) {
    case 'paid':
      // Some of the rest is owed: each line says how it stands.
      if (parts?.some((part) => part.outcome === 'refund_failed')) return undefined;
      if (refunding !== undefined) {
        return i18n.t(
          'We’re refunding {amount} of this payment. Your bank will show it within a few days. The rest stays paid.',
          { amount: money(refunding, i18n.locale) },
        );
      }
      return refunded === undefined
        ? undefined
        : i18n.t('We refunded {amount} of this payment. The rest stays paid.', {
            amount: money(refunded, i18n.locale),
          });
    case 'failed':
      return i18n.t('This payment failed, so nothing was charged.');
    case 'refunding':
      return i18n.t('We’re refunding this payment. Your bank will show it within a few days.');
    case 'refund_failed':
      return i18n.t(
        'Your bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
      );
    case 'refunded':
      if (refundedTo === 'credit') {
        return i18n.t('We refunded this payment as credit. Your next payment uses it.');
      }
      if (refundedTo === 'card_and_credit') {
        return i18n.t(
          'We refunded this payment, part of it as credit, which your next payment uses. Your bank will show the rest within a few days.',
        );
      }
      if (refundedTo === 'other') return i18n.t('We refunded this payment another way.');
      return i18n.t('We refunded this payment. Your bank will show it within a few days.');
  }
}

/** Of what somebody else paid (P04): it goes back to them, and their bank shows it. */
function useRemarkOnOthers({
  outcome,
  paidBy: payer,
  refunding,
  refundedTo,
}: Transaction): string | undefined {
  const { i18n } = useLingui();
  if (!payer) return undefined;
  if (outcome === 'paid' && refunding !== undefined) {
    const amount = money(refunding, i18n.locale);
    return i18n.t(
      'We’re refunding {amount} of this payment to {payer}, whose bank will show it within a few days. The rest stays paid.',
      { amount, payer },
    );
  }
  if (outcome === 'refunding') {
    return i18n.t(
      'We’re refunding this payment to {payer}, whose bank will show it within a few days.',
      { payer },
    );
  }
  if (outcome === 'refund_failed') {
    return i18n.t(
      'The bank of {payer} didn’t accept the refund. We’ll refund {payer} another way.',
      { payer },
    );
  }
  if (outcome !== 'refunded' || refundedTo === 'other') return undefined;
  if (refundedTo === 'credit') {
    return i18n.t('We refunded this payment as credit of {payer}.', { payer });
  }
  return refundedTo === 'card_and_credit'
    ? i18n.t(
        'We refunded this payment to {payer}, part of it as credit. The bank of {payer} will show the rest within a few days.',
        { payer },
      )
    : i18n.t('We refunded this payment to {payer}, whose bank will show it within a few days.', {
        payer,
      });
}

function useReceipt({ paymentDetails, last4DigitCard }: Transaction): ReceiptLine[] {
  const { i18n } = useLingui();
  const lines: ReceiptLine[] = amountLines(i18n, paymentDetails);
  const network = paymentDetails.paymentMethod;
  const last4Digits = paymentDetails.last4DigitCard || last4DigitCard;
  if (network || last4Digits) {
    lines.push({
      label: i18n.t('Payment Method'),
      amount: last4Digits ? (
        <CardDigits last4Digits={last4Digits} mark="always" network={network} />
      ) : (
        cardNetworkLabel(network ?? '')
      ),
    });
  }
  const final = paymentDetails.finalCheckoutAmount;
  if (typeof final === 'number') {
    const amount = money(final, i18n.locale);
    lines.push({ label: i18n.t('Final Checkout Amount'), amount, total: true });
  }
  return lines;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 grow text-end font-strong wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
