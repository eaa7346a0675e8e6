import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { fields } from '@portside/contract/fields';
import { phone } from '@portside/contract/formats';
import { type Line, listLines, updateNickname } from '@portside/contract/lines';
import { useQueryClient } from '@tanstack/react-query';
import { fieldFaults } from '../api/check-input.ts';
import { notify } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { LineIconForm } from './line-icon-form.tsx';
import { nicknameOf } from './line-words.ts';

interface NicknameDialogProps {
  line: Line;
  open: boolean;
  onClose: () => void;
}

/** A nickname and a picture for one subscriber number (E03, I06). A new key is a new form. */
export function NicknameDialog({ line, open, onClose }: NicknameDialogProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  function reload() {
    // The view of the user holds the lines too.
    void session.refresh();
    return client.invalidateQueries({ queryKey: [listLines.name] });
  }

  const form = useForm({
    initial: { nickname: nicknameOf(line), icon: line.icon },
    check: ({ nickname }) =>
      Object.fromEntries(
        fieldFaults({ nickname: fields.nickname }, { nickname }).map((fault) => [
          fault.field,
          fault.message,
        ]),
      ),
    async onSubmit({ nickname, icon }, signal) {
      try {
        const { message } = await call(updateNickname, { id: line.id, nickname, icon }, { signal });
        notify({ error: false, message });
      } catch (error) {
        // Without a field to show it at, the call has told it; the dialog stays for another try.
        if (error instanceof CallFailed && error.errors.length === 0) return;
        throw error;
      } finally {
        // What was given up may have arrived all the same.
        if (signal.aborted) void reload();
      }
      await reload();
      onClose();
    },
  });
  const { loading } = form;
  return (
    <Dialog
      actions={
        <>
          <Button loading={loading} onClick={() => void form.submit()}>
            {i18n.t('Save')}
          </Button>
          <DialogCancel />
        </>
      }
      onClose={onClose}
      open={open}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Edit nickname')}
      work={form}
    >
      <Form form={form} label={i18n.t('Edit nickname')}>
        <Field
          {...form.text('nickname')}
          autoComplete="off"
          clearable
          label={i18n.t('Nickname')}
          maxLength={40}
          onEnter={() => void form.submit()}
          required
        />
        <LineIconForm onChange={(icon) => form.set('icon', icon)} value={form.values.icon} />
      </Form>
    </Dialog>
  );
}
