import { useLingui } from '@lingui/react';
import { money } from '@portside/contract/formats';
import { askErasure, viewPrivacy } from '@portside/contract/privacy';
import { listActivity } from '@portside/contract/sessions';
import { useSend } from '../api/use-send.ts';
import { usePage } from '../api/page.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import type { Privacy } from './privacy-panel.tsx';

interface EraseDialogProps {
  privacy: Privacy;
  open: boolean;
  onClose: () => void;
}

/** Says what goes, what stays, and when, before it is asked for. */
export function EraseDialog({ privacy: { waits, credit }, open, onClose }: EraseDialogProps) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const send = useSend(askErasure, { refresh: [viewPrivacy, listActivity], onDone: onClose });
  return (
    <QuestionDialog
      cancelLabel={i18n.t('Keep my account')}
      confirmLabel={i18n.t('Erase my account')}
      onClose={onClose}
      onConfirm={(signal) => send({}, signal)}
      open={open}
      title={i18n.t('Erase your account?')}
    >
      <h3 className="mb-2 font-strong">{i18n.t('What is erased')}</h3>
      <ul className="mb-5 list-disc space-y-1 ps-5">
        <li>{i18n.t('Your name, addresses and phone number, and every way to log in.')}</li>
        <li>{i18n.t('Saved cards, chats, messages, and the emails we sent you.')}</li>
        <li>{i18n.t('How you used your lines, and what happened in your account.')}</li>
        {credit > 0 && (
          <li className="font-strong">
            {i18n.t('Your credit of {amount}. We don’t pay it out.', {
              amount: money(credit, language),
            })}
          </li>
        )}
      </ul>
      <h3 className="mb-2 font-strong">{i18n.t('What we keep because the law requires it')}</h3>
      <ul className="mb-5 list-disc space-y-1 ps-5">
        <li>{i18n.t('Receipts, with your name, your address and the tax you paid.')}</li>
        <li>{i18n.t('What a bank may ask about a payment or a refund.')}</li>
        <li>{i18n.t('What you agreed to, and who on our support team looked at your account.')}</li>
      </ul>
      <h3 className="mb-2 font-strong">{i18n.t('When')}</h3>
      <p className="measure">
        {i18n.t(
          'In {days} days. Until then you can log in and keep your account. After that nobody can bring it back.',
          { days: waits },
        )}
      </p>
    </QuestionDialog>
  );
}
