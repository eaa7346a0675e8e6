import {
  type CustomerPage,
  viewCustomer,
  viewTimeline,
} from '@portside/contract/console/customers';
import {
  changePlanForCustomer,
  quotePlanForCustomer,
} from '@portside/contract/console/line-actions';
import type { OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { listPlans } from '@portside/contract/plans';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

type Quote = OutputOf<typeof quotePlanForCustomer>;

interface PlanDialogProps {
  line: CustomerPage['lines'][number];
  tells: string;
  onClose: () => void;
}

/** First what it costs, to be read out; then it is noted as it was read out. */
export function PlanDialog(props: PlanDialogProps) {
  const [quote, setQuote] = useState<Quote>();
  return quote ? (
    <NoteDialog {...props} onAgain={() => setQuote(undefined)} quote={quote} />
  ) : (
    <QuoteDialog {...props} onQuote={setQuote} />
  );
}

function QuoteDialog(props: PlanDialogProps & { onQuote: (quote: Quote) => void }) {
  const { line, tells, onClose, onQuote } = props;
  const { data } = useAnswer(listPlans, {});
  const form = useForm({
    initial: { planId: '' },
    ...useSubmit(quotePlanForCustomer, {
      input: ({ planId }: { planId: string }) => ({ id: line.id, planId }),
      refusalAt: 'planId',
      onDone: onQuote,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="See what it costs"
      subtitle={tells}
      title={`Change plan: ${phone(line.number) || line.plan}`}
    >
      <Select
        error={form.errors['planId']}
        label="Which plan"
        name="planId"
        onChange={(value) => form.set('planId', value)}
        options={(data?.plans ?? []).map(({ id, retailName, retailPrice }) => ({
          value: id,
          label: `${retailName}, ${money(retailPrice)}`,
        }))}
        value={form.values.planId}
      />
    </FormDialog>
  );
}

function NoteDialog(props: PlanDialogProps & { quote: Quote; onAgain: () => void }) {
  const { line, quote, onClose, onAgain } = props;
  const { timeZone } = useShop();
  const form = useForm({
    initial: { reason: '' },
    ...useSubmit(changePlanForCustomer, {
      input: ({ reason }: { reason: string }) => ({
        id: line.id,
        quoteId: quote.quoteId,
        reason,
      }),
      refresh: [viewCustomer, viewTimeline],
      refusalAt: 'reason',
      onFailed: ({ reason }) => {
        if (reason === 'quote_expired') onAgain();
      },
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Note it"
      subtitle={`Read it out: from ${moment(quote.on, timeZone)} on, 30 days cost ${money(quote.total)} with taxes and fees. Nothing is charged now.`}
      title={`Change plan: ${phone(line.number) || line.plan}`}
    >
      <Field {...form.text('reason')} autoFocus label="Why, for the audit" />
    </FormDialog>
  );
}
