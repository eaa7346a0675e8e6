import { addPlan, listStaffPlans } from '@portside/contract/console/plans';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { useMe } from './me.ts';
import { amountOf } from './money-words.ts';

export function NewPlan() {
  const { can } = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!can.includes(addPlan.name)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="secondary">
        New plan
      </Button>
      {isOpen && <NewPlanDialog onClose={() => setOpen(false)} />}
    </>
  );
}

interface Values {
  id: string;
  copyOf: string;
  retailName: string;
  dataGb: string;
}

function NewPlanDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { data } = useAnswer(listStaffPlans, {});
  const form = useForm<Values>({
    initial: { id: '', copyOf: '', retailName: '', dataGb: '' },
    ...useSubmit(addPlan, {
      input: ({ dataGb, ...values }: Values) => ({
        ...values,
        dataGb: dataGb.trim() === '' ? null : amountOf(dataGb),
      }),
      refresh: [listStaffPlans],
      onDone: (_, { id }) => void navigate(`/plans/${id}`),
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Make the draft"
      subtitle="It begins as a copy, off sale. Price, words and label are edited next; then it is published."
      title="New plan"
    >
      <Select
        error={form.errors.copyOf}
        label="A copy of"
        name="copyOf"
        onChange={(value) => form.set('copyOf', value)}
        options={(data?.plans ?? []).map(({ id, retailName }) => ({
          value: id,
          label: retailName,
        }))}
        placeholder="Choose a plan"
        value={form.values.copyOf}
      />
      <Field {...form.text('retailName')} label="Name" />
      <Field
        {...form.text('id')}
        hint="What the carrier calls it. It never changes."
        label="Id"
        maxLength={64}
      />
      <Field
        {...form.text('dataGb')}
        hint="Empty: unlimited. It never changes, as lines rely on it."
        inputMode="decimal"
        label="Data in GB"
        optional
      />
    </FormDialog>
  );
}
