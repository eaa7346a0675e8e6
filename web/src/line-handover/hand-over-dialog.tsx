import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { OFFER_DAYS, offerLine, viewHandover } from '@portside/contract/line-handover';
import { listLines } from '@portside/contract/lines';
import { phone } from '@portside/contract/phone';
import { type ReactNode, useId } from 'react';
import { usePage } from '../api/page.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';

interface HandOverDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus: () => HTMLElement | null;
}

/** P06: what goes and what stays, before anything is offered. */
export function HandOverDialog(props: HandOverDialogProps) {
  const { line, open, onClose, onFinished, finalFocus } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const form = useForm({
    initial: { id: line.id, email: '' },
    ...useSubmit(offerLine, {
      refresh: [viewHandover, viewLine, listLines],
      onDone: onFinished,
      // Above the field, as it is not about the address.
      refusalAt: 'offer',
    }),
  });
  const isEsim = line.simType === 'esim';
  const date = line.paidUntil && dateAlone(line.paidUntil, brand.timeZone, language);
  return (
    <FormDialog
      finalFocus={finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      size="wide"
      submitLabel={i18n.t('Offer this line')}
      subtitle={phone(line.mdn)}
      title={i18n.t('Hand this line over')}
    >
      <p className="measure">
        {i18n.t(
          'We email your offer to the address you enter. Whoever has that address can accept it for {days} days, with an account here. Until then the line stays yours, and you can take the offer back.',
          { days: OFFER_DAYS },
        )}
      </p>
      <Field
        {...form.text('email')}
        autoComplete="off"
        label={i18n.t('Email address of the person who takes the line')}
        type="email"
      />
      <div className="grid gap-6 min-[600px]:grid-cols-2">
        <Points title={i18n.t('What goes to the other account')}>
          <li>{i18n.t('The number and the plan.')}</li>
          {date && <li>{i18n.t('The days that are paid, until {date}.', { date })}</li>}
          <li>{i18n.t('Add-ons and data that are left.')}</li>
          <li>
            {isEsim
              ? i18n.t(
                  'The eSIM as it is: the number keeps working in the phone that has it, until they get a new one.',
                )
              : i18n.t(
                  'The SIM card as it is: the number keeps working with it, until they get a new one. Give them the card, or the phone with it.',
                )}
          </li>
        </Points>
        <Points title={i18n.t('What stays with you')}>
          <li>{i18n.t('Your cards and your credit. Autopay for this line ends.')}</li>
          <li>{i18n.t('Your receipts, and what happened on this line until then.')}</li>
          <li>{i18n.t('Its nickname and its 911 address. They enter their own.')}</li>
        </Points>
      </div>
      <p className="measure">
        {i18n.t(
          'Nothing is charged, and nothing is refunded. Before they accept, they see your first name, the last four digits of the number, the plan, its add-ons and until when it’s paid. Once they have accepted, you can’t undo it.',
        )}
      </p>
    </FormDialog>
  );
}

function Points({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 className="mb-2 font-strong" id={id}>
        {title}
      </h3>
      <ul className="list-disc space-y-1 ps-5">{children}</ul>
    </section>
  );
}
