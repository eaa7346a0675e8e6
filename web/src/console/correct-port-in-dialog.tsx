import {
  type CustomerPage,
  viewCustomer,
  viewTimeline,
} from '@portside/contract/console/customers';
import { queuePortIns, resubmitForCustomer } from '@portside/contract/console/port-ins';
import { phone } from '@portside/contract/phone';
import { type PortInField, portInField } from '@portside/contract/port-in-reasons';
import { useState } from 'react';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { useMe } from './me.ts';
import { portInFieldWords } from './port-in-field-words.ts';

type PortIn = CustomerPage['portIns'][number];
/** A card is put in by its customer. */
type Asked = Exclude<PortInField, 'iccid' | 'lockOff'>;

const asked = portInField.options.filter(
  (field): field is Asked => field !== 'iccid' && field !== 'lockOff',
);

/** L07: what the old carrier refused is corrected for a verified customer, and sent again. */
export function CorrectPortIn({ portIn }: { portIn: PortIn }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!portIn.canFix || !me.can.includes(resubmitForCustomer.name)) return null;
  return (
    <>
      <Button
        aria-label={`Correct: ${phone(portIn.number)}`}
        className="-ms-3"
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        Correct and send again
      </Button>
      {isOpen && <CorrectDialog onClose={() => setOpen(false)} portIn={portIn} />}
    </>
  );
}

interface Values extends Record<Asked, string> {
  reason: string;
  lockOff: boolean;
}

const empty = Object.fromEntries(asked.map((name) => [name, ''])) as Record<Asked, string>;

function CorrectDialog({ portIn, onClose }: { portIn: PortIn; onClose: () => void }) {
  const { answer, required } = portIn;
  const form = useForm<Values>({
    initial: { ...empty, reason: '', lockOff: false },
    ...useSubmit(resubmitForCustomer, {
      input: ({ reason, lockOff, billingAccount, pinPassword, ...others }: Values) => ({
        id: portIn.id,
        reason,
        ...(billingAccount && { billingAccountNumber: billingAccount }),
        ...(pinPassword && { billingAccountPassword: pinPassword }),
        ...(lockOff && { lockOff }),
        ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
      }),
      refresh: [viewCustomer, viewTimeline, queuePortIns],
      refusalAt: 'reason',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Send it again"
      subtitle={
        answer
          ? `The old carrier said: ${answer.code} ${answer.text}`
          : 'What the customer reads out replaces what was sent; the rest stays as it was.'
      }
      title={`Correct: ${phone(portIn.number)}`}
    >
      {portIn.replaces && (
        <p>
          It takes the place of {phone(portIn.replaces)}, which the line has now and gives up. The
          customer has to be verified by a code that they read out; they are told by email.
        </p>
      )}
      {asked
        .filter((name) => required.includes(name))
        .map((name, place) => (
          <Field
            {...form.text(name)}
            autoComplete="off"
            autoFocus={place === 0}
            key={name}
            label={portInFieldWords[name]}
          />
        ))}
      {required.includes('lockOff') && (
        <Checkbox
          checked={form.values.lockOff}
          label="They have turned off the port lock there"
          name="lockOff"
          onChange={(checked) => form.set('lockOff', checked)}
        />
      )}
      <Field {...form.text('reason')} label="Why, for the audit" />
    </FormDialog>
  );
}
