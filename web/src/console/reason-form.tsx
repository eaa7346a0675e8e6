import type { FormState } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { reasonOptions } from './money-words.ts';

/** Why money is given: the customer reads the reason, colleagues the note. */
export function ReasonFields<Values extends { reason: string; note: string }>({
  form,
}: {
  form: FormState<Values>;
}) {
  const { reason } = form.values;
  return (
    <>
      <Select
        error={form.errors.reason}
        label="Reason"
        name="reason"
        onChange={(value) => form.set('reason', value)}
        options={reasonOptions}
        placeholder="Choose a reason"
        value={reason}
      />
      <TextArea
        {...form.text('note')}
        label="Note for colleagues"
        optional={reason !== 'other'}
        rows={2}
      />
    </>
  );
}
