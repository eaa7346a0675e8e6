import { useLingui } from '@lingui/react';
import { viewUser } from '@portside/contract/account';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { changeNumber } from '@portside/contract/number-change';
import { useSubmit } from '../api/use-submit.ts';
import { NewNumberList } from '../lines/new-number-list.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';

interface NumberChangeDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
}

/** Says what is lost before it is (K18). */
export function NumberChangeDialog({ line, open, onClose }: NumberChangeDialogProps) {
  const { i18n } = useLingui();
  const refresh = [viewLine, listLines, viewUser];
  const form = useForm({
    initial: { id: line.id, zipCode: '', newNumber: '' },
    ...useSubmit(changeNumber, {
      input: ({ newNumber, ...rest }: { id: string; zipCode: string; newNumber: string }) => ({
        ...rest,
        ...(newNumber && { newNumber }),
      }),
      refresh,
      refusalAt: 'zipCode',
      onDone: onClose,
    }),
  });
  const number = phone(line.mdn);
  return (
    <FormDialog
      above={
        <ul className="mb-5 list-disc space-y-2 ps-5">
          <li>{i18n.t('{number} is gone for good: you can’t have it back.', { number })}</li>
          <li>
            {i18n.t(
              'Codes that your bank, email or apps text to the old number won’t reach you anymore. Set up another way to get them first.',
            )}
          </li>
          <li>{i18n.t('Your plan, your SIM and your paid days stay.')}</li>
        </ul>
      }
      form={form}
      onClose={onClose}
      open={open}
      submitLabel={i18n.t('Give up {number}', { number })}
      subtitle={number}
      title={i18n.t('Change your number?')}
    >
      <Field
        {...form.text('zipCode')}
        autoComplete="postal-code"
        inputMode="numeric"
        label={i18n.t('ZIP Code for the new number')}
        maxLength={5}
        onChange={(zipCode) => {
          form.set('zipCode', zipCode);
          form.set('newNumber', '');
        }}
        required
      />
      <NewNumberList
        error={form.errors.newNumber}
        onChange={(mdn) => form.set('newNumber', mdn)}
        value={form.values.newNumber}
        zipCode={form.values.zipCode}
      />
    </FormDialog>
  );
}
