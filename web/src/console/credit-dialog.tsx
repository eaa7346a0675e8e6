import { countApprovals, giveCredit, listApprovals } from '@portside/contract/console/approvals';
import { viewCustomer, viewTimeline } from '@portside/contract/console/customers';
import type { InputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { newId } from '../api/new-id.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { useMe } from './me.ts';
import { amountOf } from './money-words.ts';
import { ReasonFields } from './reason-form.tsx';

/** L08 */
export function CreditButton({ customerId }: { customerId: string }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!me.can.includes(giveCredit.name)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="quiet">
        Give credit
      </Button>
      {isOpen && <CreditDialog customerId={customerId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Values {
  amount: string;
  reason: string;
  note: string;
}

function CreditDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const [idempotencyKey] = useState(newId);
  const form = useForm<Values>({
    initial: { amount: '', reason: '', note: '' },
    ...useSubmit(giveCredit, {
      input: ({ amount, reason, note }: Values) =>
        ({
          id: customerId,
          idempotencyKey,
          amount: amountOf(amount),
          reason,
          note,
        }) as InputOf<typeof giveCredit>,
      refresh: [viewCustomer, viewTimeline, listApprovals, countApprovals],
      refusalAt: 'note',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Give credit"
      subtitle="Their next payment uses it. Above your limit a second person approves it first. The customer reads the reason, not the note."
      title="Give credit"
    >
      <Field {...form.text('amount')} autoFocus inputMode="decimal" label="Amount in dollars" />
      <ReasonFields form={form} />
    </FormDialog>
  );
}
