import {
  grantSeparation,
  listSeparations,
  type LookedAtLine,
  refuseSeparation,
  viewSeparationRequest,
} from '@portside/contract/console/line-separations';
import { type SeparationRefusal, separationRefusal } from '@portside/contract/line-separation';
import { phone } from '@portside/contract/phone';
import { useState } from 'react';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { SeparationRequest } from './line-separation-page.tsx';
import { useMe } from './me.ts';
import { refusalReasons } from './separation-words.ts';

const changed = [viewSeparationRequest, listSeparations];

const unsure =
  'Nobody answered, so it may have happened. Look at the state above before you press again.';

/** What can go now. */
const mayGo = ({ proven, hindrance }: LookedAtLine) => proven && hindrance === undefined;

export function SeparationDecisionPanel({ request }: { request: SeparationRequest }) {
  const me = useMe();
  const [isRefusing, setRefusing] = useState(false);
  return (
    <section aria-labelledby="separation-decision" className="flex flex-col gap-4 border-t pt-6">
      <h2 className="text-lead" id="separation-decision">
        Decide
      </h2>
      {me.can.includes(grantSeparation.name) && <GrantForm request={request} />}
      {me.can.includes(refuseSeparation.name) && (
        <Button className="self-start" onClick={() => setRefusing(true)} variant="secondary">
          Refuse the request
        </Button>
      )}
      {isRefusing && <RefuseDialog onClose={() => setRefusing(false)} request={request} />}
    </section>
  );
}

function GrantForm({ request }: { request: SeparationRequest }) {
  const { id, email } = request;
  const looked = request.looked.filter((line) => !line.moved);
  /** What was taken out of what can go. */
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const numbers = looked
    .filter((line) => mayGo(line) && !leftOut.includes(line.number))
    .map(({ number }) => number);
  const grant = useSend(grantSeparation, {
    refresh: changed,
    refusalAt: 'numbers',
    onFailed: ({ transport }) =>
      transport === undefined ? undefined : [{ field: 'numbers', message: unsure }],
  });
  const form = useForm({
    initial: { numbers: '' },
    onSubmit() {
      if (numbers.length > 0) return setAsking(true);
      return [{ field: 'numbers', message: 'Choose at least one line.' }];
    },
  });
  const fault = form.errors.numbers;
  const shown = numbers.map(phone).join(', ');
  const left = looked.filter(({ number }) => !numbers.includes(number));
  const holders = [
    ...new Set(
      looked
        .filter(({ number }) => numbers.includes(number))
        .map(({ account }) => account?.name || 'the holder'),
    ),
  ].join(' and ');
  return (
    <Form className="gap-3" form={form} label="Move the lines">
      <fieldset aria-describedby={fault ? 'grant-fault' : undefined}>
        <legend className="font-strong">Lines to move</legend>
        {looked.map((line) => (
          <Checkbox
            checked={numbers.includes(line.number)}
            disabled={!mayGo(line)}
            hint={whyNot(line)}
            key={line.number}
            label={phone(line.number)}
            name="numbers"
            onChange={(isChosen) => {
              form.clearError('numbers');
              setLeftOut(
                isChosen ? leftOut.filter((one) => one !== line.number) : [...leftOut, line.number],
              );
            }}
          />
        ))}
      </fieldset>
      {fault && (
        <div data-form-faults role="alert" tabIndex={-1}>
          <FaultLine id="grant-fault">{fault}</FaultLine>
        </div>
      )}
      <Button className="self-start" type="submit">
        Move the lines
      </Button>
      <QuestionDialog
        confirmLabel="Move now"
        onClose={() => setAsking(false)}
        onConfirm={async (signal) => {
          const faults = await grant({ id, numbers }, signal);
          if (signal.aborted) return;
          setAsking(false);
          if (faults && faults.length > 0) form.fail(faults);
        }}
        open={isAsking}
        title={`Move ${shown}?`}
        tone="primary"
      >
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>
            {`The numbers go at once to an account of their own, under ${email}. They keep working in the phones they are in. Plan and paid days move along; autopay is off. Nothing is charged.`}
          </li>
          <li>
            {`In the account of ${holders} the lines have ended. Nobody there is told: no email, no text, no notice, nothing in the activity, no receipt.`}
          </li>
          <li>{`Who asked is told by email to ${email}, and nobody else is.`}</li>
          {left.length > 0 && (
            <li>
              {`${left.map(({ number }) => phone(number)).join(', ')} still has to be decided afterwards: the days go on, and the email says so.`}
            </li>
          )}
          <li>Nobody can undo it here.</li>
        </ul>
      </QuestionDialog>
    </Form>
  );
}

function whyNot(line: LookedAtLine): string | undefined {
  if (line.hindrance !== undefined) return 'It can’t go as it is: see above.';
  return line.proven ? undefined : 'Write down a proof first: see above.';
}

interface RefuseDialogProps {
  request: SeparationRequest;
  onClose: () => void;
}

function RefuseDialog({ request, onClose }: RefuseDialogProps) {
  const { id, email } = request;
  const form = useForm({
    initial: { reason: '', note: '' },
    ...useSubmit(refuseSeparation, {
      input: ({ reason, note }: { reason: string; note: string }) => ({
        id,
        reason: reason as SeparationRefusal,
        ...(note.trim() !== '' && { note }),
      }),
      refresh: changed,
      refusalAt: 'reason',
      onDone: onClose,
      onFailed: ({ transport }) =>
        transport === undefined ? undefined : [{ field: 'reason', message: unsure }],
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Refuse"
      subtitle={`The lines stay where they are, and can be changed again. ${email} gets an email with the reason, your note, what they can do about it, and that they may complain to the FCC. Nobody else is told.`}
      title="Refuse the request?"
    >
      <RadioCards
        cards={separationRefusal.options.map((value) => ({
          value,
          label: refusalReasons[value][0],
          detail: refusalReasons[value][1],
        }))}
        error={form.errors.reason}
        legend="Why? The rule allows nothing else."
        name="reason"
        onChange={(value) => form.set('reason', value)}
        value={form.values.reason}
      />
      <TextArea
        {...form.text('note')}
        hint={`They read it as you write it, in ${request.language === 'es' ? 'Spanish' : 'English'} if you can.`}
        label="What exactly, and how they can mend it"
        maxLength={1000}
        optional
        rows={3}
      />
    </FormDialog>
  );
}
