import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import type { OutputOf } from '@portside/contract/endpoint';
import { fields } from '@portside/contract/fields';
import { checkSim } from '@portside/contract/sim';
import { filterTyping } from '@portside/contract/typing';
import { useState } from 'react';
import { fieldFaults } from '../api/check-input.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { Form, useForm } from '../ui/form.tsx';

type Answer = OutputOf<typeof checkSim>;

interface SimCheckDialogProps {
  open: boolean;
  onClose: () => void;
  /** On to the port-in check; with the number of a card that is the carrier's and free. */
  onNext: (iccid: string | undefined) => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Quick SIM check (E09, G06): Check, then Next. A new key is a new form. */
export function SimCheckDialog({ open, onClose, onNext, finalFocus }: SimCheckDialogProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const [answer, setAnswer] = useState<Answer>();
  const form = useForm({
    initial: { simNumber: '' },
    check: (values) =>
      Object.fromEntries(
        fieldFaults({ simNumber: fields.simNumber }, values).map((one) => [one.field, one.message]),
      ),
    async onSubmit({ simNumber }, signal) {
      if (answer && !answer.inUse) {
        return onNext(answer.isCarrierSim ? answer.iccid : undefined);
      }
      try {
        setAnswer(await call(checkSim, { iccid: simNumber }, { signal }));
      } catch (error) {
        if (error instanceof CallFailed && error.errors.length === 0) return;
        throw error;
      }
    },
  });
  const { loading } = form;
  const next = answer && !answer.inUse;
  return (
    <Dialog
      actions={
        <>
          <Button
            iconAfter={next ? 'arrow-right' : undefined}
            loading={loading}
            onClick={() => void form.submit()}
          >
            {next ? i18n.t('Next') : i18n.t('Check')}
          </Button>
          <DialogCancel />
        </>
      }
      finalFocus={finalFocus}
      onClose={onClose}
      open={open}
      subtitle={i18n.t('See whether the SIM card you have works with us.')}
      title={i18n.t('Quick SIM check')}
      work={form}
    >
      <Form form={form} label={i18n.t('Quick SIM check')}>
        <Field
          {...form.text('simNumber')}
          autoComplete="off"
          clearable
          filter={(value, caret, before) => filterTyping('simNumber', value, caret, before)}
          hint={i18n.t('18 to 22 digits, printed on the card or shown in your phone’s settings.')}
          inputMode="numeric"
          label={i18n.t('SIM number')}
          onChange={(value) => {
            form.set('simNumber', value);
            setAnswer(undefined);
          }}
          spellCheck={false}
        />
        <div aria-live="polite">{answer && <SimAnswer answer={answer} />}</div>
      </Form>
    </Dialog>
  );
}

function SimAnswer({ answer }: { answer: Answer }) {
  const { i18n } = useLingui();
  const tone = answer.inUse
    ? 'border-fail bg-fail-soft'
    : answer.newSimRequired
      ? 'border-mark bg-mark-soft'
      : 'border-good bg-good-soft';
  const flag = answer.inUse ? 'failure' : answer.newSimRequired ? 'pending' : 'success';
  return (
    <div className={`flex items-start gap-3 border-s-4 px-4 py-3 ${tone}`}>
      <Flag className="mt-0.5" name={flag} size={24} />
      <div className="min-w-0">
        <p>{answer.message}</p>
        {answer.warning && (
          <p className="mt-2 border-t border-edge pt-2 text-fine">
            <span className="font-strong">{i18n.t('Please look again:')}</span> {answer.warning}
          </p>
        )}
      </div>
    </div>
  );
}
