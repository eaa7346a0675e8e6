import {
  addAddOn,
  listStaffAddOns,
  saveAddOn,
  viewStaffAddOn,
} from '@portside/contract/console/add-ons';
import type { InputOf, OutputOf } from '@portside/contract/endpoint';
import { useNavigate } from 'react-router';
import { useSubmit } from '../api/use-submit.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { amountOf } from './money-words.ts';

interface Values {
  id: string;
  name: string;
  description: string;
  descriptionInSpanish: string;
  price: string;
  gigabytes: string;
  recurring: boolean;
}

const wordsOf = ({ name, description, descriptionInSpanish, price }: Values) => ({
  name,
  description,
  price: amountOf(price),
  ...(descriptionInSpanish.trim() !== '' && { descriptionInSpanish }),
});

/** A draft of one, or a new one. What lines have of it stays as it was bought. */
export function AddOnDialog(props: {
  addOn?: OutputOf<typeof viewStaffAddOn>['addOn'];
  onClose: () => void;
}) {
  const { addOn, onClose } = props;
  const navigate = useNavigate();
  const refresh = [listStaffAddOns, viewStaffAddOn];
  const saving = useSubmit(saveAddOn, {
    input: (values: Values): InputOf<typeof saveAddOn> => ({
      id: addOn?.id ?? '',
      version: addOn?.version ?? 0,
      ...wordsOf(values),
    }),
    refresh,
    refusalAt: 'name',
    onDone: onClose,
  });
  const adding = useSubmit(addAddOn, {
    input: (values: Values): InputOf<typeof addAddOn> => ({
      id: values.id,
      ...wordsOf(values),
      megabytes:
        values.gigabytes.trim() === '' ? null : Math.round(amountOf(values.gigabytes) * 1000),
      recurring: values.recurring,
    }),
    refresh,
    onDone: (_, { id }) => void navigate(`/add-ons/${id}`),
  });
  const form = useForm<Values>({
    initial: {
      id: '',
      name: addOn?.name ?? '',
      description: addOn?.description ?? '',
      descriptionInSpanish: addOn?.descriptionInSpanish ?? '',
      price: addOn?.price.toFixed(2) ?? '',
      gigabytes: '',
      recurring: false,
    },
    ...(addOn ? saving : adding),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={addOn ? 'Save the draft' : 'Make the draft'}
      subtitle={
        addOn
          ? 'The shop shows what was published, until this is published too.'
          : 'It is off sale until it is published.'
      }
      title={addOn ? `Edit ${addOn.name}` : 'New add-on'}
    >
      <Field {...form.text('name')} autoFocus label="Name" />
      <Field {...form.text('price')} inputMode="decimal" label="Price in dollars" />
      <TextArea {...form.text('description')} label="Description" rows={2} />
      <TextArea
        {...form.text('descriptionInSpanish')}
        label="Description in Spanish"
        optional
        rows={2}
      />
      {!addOn && (
        <>
          <Field
            {...form.text('id')}
            hint="What the carrier calls it. It never changes."
            label="Id"
            maxLength={64}
          />
          <Field
            {...form.text('gigabytes')}
            error={form.errors.megabytes}
            hint="Empty: it gives something else. It never changes."
            inputMode="decimal"
            label="Data in GB"
            optional
          />
          <Checkbox
            checked={form.values.recurring}
            label="Bought again with each 30 days"
            name="recurring"
            onChange={(checked) => form.set('recurring', checked)}
          />
        </>
      )}
    </FormDialog>
  );
}
