import {
  listApprovals,
  countApprovals,
  refundOrder,
  viewPaidOrder,
} from '@portside/contract/console/approvals';
import { viewCustomer, viewTimeline } from '@portside/contract/console/customers';
import type { InputOf, OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { useState } from 'react';
import { newId } from '../api/new-id.ts';
import { useCall } from '../api/use-call.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { useMe } from './me.ts';
import { amountOf } from './money-words.ts';
import { ReasonFields } from './reason-form.tsx';

type PaidOrder = OutputOf<typeof viewPaidOrder>;

/** L08: asks first what is left of the payment. */
export function RefundButton({ orderId, item }: { orderId: string; item: string }) {
  const call = useCall();
  const me = useMe();
  const [order, setOrder] = useState<PaidOrder>();
  const [isLoading, setLoading] = useState(false);
  if (!me.can.includes(refundOrder.name)) return null;
  const close = () => setOrder(undefined);
  return (
    <>
      <Button
        aria-label={`Refund ${item}`}
        loading={isLoading}
        onClick={() => {
          setLoading(true);
          void call(viewPaidOrder, { id: orderId })
            .then(setOrder)
            .catch(() => undefined)
            .finally(() => setLoading(false));
        }}
        variant="quiet"
      >
        Refund
      </Button>
      {order && order.refusal !== null && (
        <Dialog
          actions={<DialogCancel>Close</DialogCancel>}
          onClose={close}
          open
          subtitle={order.refusal}
          title="No refund now"
        >
          <Sums order={order} />
          <OneOfSeveral order={order} />
        </Dialog>
      )}
      {order?.refusal === null && <RefundDialog onClose={close} order={order} />}
    </>
  );
}

function Sums({ order }: { order: PaidOrder }) {
  const sums = [
    ['Paid', order.paid],
    ['Went back', order.back],
    ['On its way back', order.onTheWay],
    ['Left', order.left],
    ['Credit used', order.credit],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
      {sums
        .filter(([name, amount]) => amount > 0 || name === 'Paid' || name === 'Left')
        .map(([name, amount]) => (
          <div className="contents" key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-end tabular-nums">{money(amount)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** P03: a payment for several lines. */
function OneOfSeveral({ order: { boughtWith } }: { order: PaidOrder }) {
  if (!boughtWith) return null;
  const others = boughtWith.map(({ number, id, item }) => `${number ?? id} (${item})`).join(', ');
  return (
    <p>
      Bought together with {others}. What is refunded here is of this line alone: the others stay as
      they are.
    </p>
  );
}

interface Values {
  how: string;
  amount: string;
  lines: readonly number[];
  to: string;
  reason: string;
  note: string;
}

const takesBack =
  'What was bought is taken back: a new line that has not begun is closed, days and add-ons end, and a line without other paid days is paused.';

/** Whoever types all that is left takes back what was bought, too. */
function whatBecomes({ how, to }: Values, { isSpent }: PaidOrder, isAll: boolean): string {
  if (!isAll || (isSpent && to === 'card')) return 'What was bought stays.';
  return how === 'all' ? takesBack : `This is all that is left. ${takesBack}`;
}

function RefundDialog({ order, onClose }: { order: PaidOrder; onClose: () => void }) {
  const [idempotencyKey] = useState(newId);
  const isCredit = isOnlyCredit(order);
  const form = useForm<Values>({
    initial: {
      how: isCredit ? 'all' : 'part',
      to: isCredit ? 'credit' : 'card',
      amount: '',
      lines: [],
      reason: '',
      note: '',
    },
    ...useSubmit(refundOrder, {
      input: (values: Values) =>
        ({
          id: order.id,
          idempotencyKey,
          amount: sumOf(order, values),
          reason: values.reason,
          note: values.note,
          to: values.to,
          ...(values.how === 'lines' && { lines: [...values.lines] }),
        }) as InputOf<typeof refundOrder>,
      refresh: [viewCustomer, viewTimeline, listApprovals, countApprovals],
      refusalAt: 'note',
      onDone: onClose,
    }),
  });
  const { values } = form;
  const sum = sumOf(order, values);
  const isAll = sum === wholeOf(order);
  const inAll = isAll && !isCredit ? sum + order.credit : sum;
  const waits = inAll > order.alone;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={waits ? 'Ask for approval' : 'Refund'}
      subtitle={
        isCredit
          ? `${order.item}: paid with ${money(order.credit)} of credit. All of it goes back, as credit for the next payment.`
          : `${order.item}: ${money(order.left)} of ${money(order.paid)} is left.`
      }
      title="Refund"
    >
      <OneOfSeveral order={order} />
      {isCredit ? <p>{takesBack}</p> : <HowMuch form={form} isAll={isAll} order={order} />}
      <ReasonFields form={form} />
      {waits && (
        <p className="text-fine text-ink-soft" role="status">
          {money(inAll)} is above what you give alone ({money(order.alone)} is left today for this
          customer). A second person approves it.
        </p>
      )}
    </FormDialog>
  );
}

interface HowMuchProps {
  order: PaidOrder;
  form: ReturnType<typeof useForm<Values>>;
  isAll: boolean;
}

function HowMuch({ order, form, isAll }: HowMuchProps) {
  const { values } = form;
  return (
    <>
      <Select
        hint={whatBecomes(values, order, isAll)}
        label="How much"
        name="how"
        onChange={(value) => form.set('how', value)}
        options={[
          { value: 'part', label: 'A part' },
          { value: 'lines', label: 'Lines of the bill' },
          { value: 'all', label: `All that is left: ${money(order.left)}` },
        ]}
        value={values.how}
      />
      {values.how === 'part' && (
        <Field {...form.text('amount')} inputMode="decimal" label="Amount in dollars" />
      )}
      {values.how === 'lines' && <BillLines form={form} order={order} />}
      <Select
        hint={
          isAll && order.credit > 0
            ? `The ${money(order.credit)} of credit that was used for it is credit again, besides.`
            : undefined
        }
        label="Where to"
        name="to"
        onChange={(value) => form.set('to', value)}
        options={[
          { value: 'card', label: 'Back to the card' },
          { value: 'credit', label: 'Credit for the next payment' },
        ]}
        value={values.to}
      />
    </>
  );
}

/** No card has paid for it. */
const isOnlyCredit = ({ left, credit }: PaidOrder) => left === 0 && credit > 0;

const wholeOf = (order: PaidOrder) => (isOnlyCredit(order) ? order.credit : order.left);

function sumOf(order: PaidOrder, { how, amount, lines }: Values): number {
  if (how === 'all') return wholeOf(order);
  if (how === 'part') return amountOf(amount);
  const cents = order.lines
    .filter(({ number }) => lines.includes(number))
    .reduce((sum, one) => sum + Math.round(one.amount * 100), 0);
  return cents / 100;
}

function BillLines(props: { order: PaidOrder; form: ReturnType<typeof useForm<Values>> }) {
  const { order, form } = props;
  const { lines } = form.values;
  const error = form.errors.lines ?? form.errors.amount;
  return (
    <fieldset>
      <legend className="font-strong">Lines of the bill</legend>
      {order.lines
        .filter(({ amount }) => amount > 0)
        .map(({ number, label, amount }) => (
          <Checkbox
            checked={lines.includes(number)}
            error={undefined}
            key={number}
            label={
              <>
                {label} <span className="tabular-nums">{money(amount)}</span>
              </>
            }
            name={`line-${number}`}
            onChange={(isChosen) => {
              form.clearError('amount');
              form.set(
                'lines',
                isChosen ? [...lines, number] : lines.filter((one) => one !== number),
              );
            }}
          />
        ))}
      {error && (
        <p className="text-fine text-fail" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
