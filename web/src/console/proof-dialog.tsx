import { staffStepUp } from '@portside/contract/console/staff';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { useProofQuestion } from './proof-question.ts';

/** Money and staff ask for it once more than ten minutes have passed since the last code. */
export function ProofDialog() {
  const question = useProofQuestion();
  const form = useForm({
    initial: { code: '' },
    ...useSubmit(staffStepUp, {
      onDone: () => {
        form.reset();
        question?.answer(true);
      },
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={() => {
        form.reset();
        question?.answer(false);
      }}
      open={question !== undefined}
      submitLabel="Continue"
      subtitle="This needs the code your authenticator app shows now."
      title="Confirm it’s you"
    >
      <Field
        {...form.text('code')}
        autoComplete="one-time-code"
        autoFocus
        inputMode="numeric"
        label="Code"
        maxLength={6}
      />
    </FormDialog>
  );
}
