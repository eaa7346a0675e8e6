import { staffStepUp } from '@portside/contract/console/staff';
import { knowsPasskeys } from '../api/passkey-device.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { useMe } from './me.ts';
import { OtherWayTile } from './other-way-tile.tsx';
import { PasskeyTile } from './passkey-tile.tsx';
import { useProofQuestion } from './proof-question.ts';

const title = 'Confirm it’s you';
const why = 'Money, staff and logins ask for it once more after ten minutes.';

/** With whatever they have: a passkey, the code of the app, or both to choose from. */
export function ProofDialog() {
  const question = useProofQuestion();
  const { ways } = useMe();
  const form = useForm({
    initial: { code: '' },
    ...useSubmit(staffStepUp, {
      onDone: () => {
        form.reset();
        question?.answer(true);
      },
    }),
  });
  const hasPasskey = ways.includes('passkey') && knowsPasskeys();
  const hasCode = ways.includes('code');
  const passkey = hasPasskey && (
    <PasskeyTile
      label="Use your passkey"
      send={async (call, given, signal) => {
        await call(staffStepUp, { passkey: given }, { signal, shown: 'refusals' });
        form.reset();
        question?.answer(true);
      }}
      variant={hasCode ? 'secondary' : 'primary'}
    />
  );
  const shell = {
    onClose: () => {
      form.reset();
      question?.answer(false);
    },
    open: question !== undefined,
    subtitle: why,
    title,
  };
  if (!hasCode) {
    return (
      <Dialog {...shell} actions={<DialogCancel />}>
        {passkey || <p>This browser doesn’t know passkeys. Use one that does.</p>}
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...shell}
      above={
        passkey && (
          <>
            {passkey}
            <OtherWayTile />
          </>
        )
      }
      form={form}
      submitLabel="Continue"
    >
      <Field
        {...form.text('code')}
        autoComplete="one-time-code"
        autoFocus={!hasPasskey}
        hint="Six digits, from your authenticator app."
        inputMode="numeric"
        label="Code"
        maxLength={6}
      />
    </FormDialog>
  );
}
