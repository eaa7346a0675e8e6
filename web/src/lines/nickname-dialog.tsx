import { useLingui } from '@lingui/react';
import { viewUser } from '@portside/contract/account';
import { phone } from '@portside/contract/phone';
import { type Line, listLines, updateNickname } from '@portside/contract/lines';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { LineIconForm } from './line-icon-form.tsx';
import { nicknameOf } from './line-words.ts';

interface NicknameDialogProps {
  line: Line;
  open: boolean;
  onClose: () => void;
}

/** E03, I06. A new key is a new form. */
export function NicknameDialog({ line, open, onClose }: NicknameDialogProps) {
  const { i18n } = useLingui();
  const form = useForm({
    initial: { id: line.id, nickname: nicknameOf(line), icon: line.icon },
    // The user's view has the lines too.
    ...useSubmit(updateNickname, { refresh: [listLines, viewUser], onDone: onClose }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open={open}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Edit nickname')}
    >
      <Field
        {...form.text('nickname')}
        autoComplete="off"
        clearable
        label={i18n.t('Nickname')}
        maxLength={40}
        required
      />
      <LineIconForm onChange={(icon) => form.set('icon', icon)} value={form.values.icon} />
    </FormDialog>
  );
}
