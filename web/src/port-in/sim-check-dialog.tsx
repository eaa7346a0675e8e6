import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import { checkSim } from '@portside/contract/sim';
import { useState } from 'react';
import { typedField } from '../api/typed-field.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';

type Answer = OutputOf<typeof checkSim>;

interface Asked {
  readonly simNumber: string;
  readonly answer: Answer;
}

interface SimCheckDialogProps {
  open: boolean;
  onClose: () => void;
  /** With the number of a free card of the carrier. */
  onNext: (iccid: string | undefined) => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** E09, G06. A new key is a new form. */
export function SimCheckDialog({ open, onClose, onNext, finalFocus }: SimCheckDialogProps) {
  const { i18n } = useLingui();
  const [asked, setAsked] = useState<Asked>();
  const { check, onSubmit } = useSubmit(checkSim, {
    input: ({ simNumber }: { simNumber: string }) => ({ iccid: simNumber }),
    silent: true,
    onDone: (answer, { iccid }) => setAsked({ simNumber: iccid, answer }),
  });
  // Another number may have been typed since.
  const answerTo = (simNumber: string) =>
    asked?.simNumber === simNumber ? asked.answer : undefined;
  const form = useForm({
    initial: { simNumber: '' },
    check,
    onSubmit(values, signal) {
      const next = answerTo(values.simNumber);
      if (!next || next.inUse) return onSubmit(values, signal);
      onNext(next.isCarrierSim ? next.iccid : undefined);
    },
  });
  const answer = answerTo(form.values.simNumber);
  const next = answer && !answer.inUse ? answer : undefined;
  return (
    <FormDialog
      finalFocus={finalFocus}
      form={form}
      iconAfter={next ? 'arrow-right' : undefined}
      onClose={onClose}
      open={open}
      submitLabel={next ? i18n.t('Next') : i18n.t('Check')}
      subtitle={i18n.t('See if the SIM card you have works with us.')}
      title={i18n.t('Quick SIM check')}
    >
      <Field
        {...typedField(form)('simNumber')}
        autoComplete="off"
        clearable
        hint={i18n.t('18 to 22 digits, printed on the card or shown in your phone’s settings.')}
        inputMode="numeric"
        label={i18n.t('SIM number')}
        spellCheck={false}
      />
      <div aria-live="polite">{answer && <SimAnswer answer={answer} />}</div>
    </FormDialog>
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
    <div className={`flex items-start gap-3 remark-shape px-4 py-3 ${tone}`}>
      <Flag className="mt-0.5" name={flag} size={24} />
      <div className="min-w-0">
        <p>{answer.message}</p>
        {answer.warning && (
          <p className="mt-2 border-t border-edge pt-2 text-fine">
            <span className="font-strong">{i18n.t('Please check again:')}</span> {answer.warning}
          </p>
        )}
      </div>
    </div>
  );
}
