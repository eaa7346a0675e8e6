import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { OutputOf } from '@portside/contract/endpoint';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { openPortOut } from '@portside/contract/port-out';
import { useState } from 'react';
import { useCan, usePage } from '../api/page.tsx';
import { useSend } from '../api/use-send.ts';
import { CopyLine } from '../lines/copy-line-tile.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { useWork } from '../ui/use-work.ts';

interface PortOutDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
}

/** The PIN lives in this dialog alone, and goes when it closes (K16). */
export function PortOutDialog({ line, open, onClose }: PortOutDialogProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const [made, setMade] = useState<OutputOf<typeof openPortOut>>();
  const isOurs = useCan().has('transferPin');
  const [fault, setFault] = useState('');
  const work = useWork();
  const send = useSend(openPortOut, {
    refresh: [viewLine],
    shown: 'refusals',
    onDone: setMade,
    onFailed: ({ reason, message }) =>
      setFault(reason && reason !== 'proof_required' ? message : ''),
  });
  const show = () => void work.run(async (signal) => void (await send({ id: line.id }, signal)));
  return (
    <Dialog
      actions={
        made ? (
          <Button onClick={onClose}>{i18n.t('Done')}</Button>
        ) : (
          <>
            <Button loading={work.loading} onClick={show}>
              {i18n.t('Show account number and PIN')}
            </Button>
            <DialogCancel />
          </>
        )
      }
      modal="question"
      onClose={onClose}
      open={open}
      subtitle={phone(line.mdn)}
      title={made ? i18n.t('For your new carrier') : i18n.t('Get a transfer PIN?')}
      work={work}
    >
      <div className="mb-4 empty:hidden" role="alert">
        {fault && !made && <FaultLine>{fault}</FaultLine>}
      </div>
      {made ? (
        <>
          <p className="mb-4 measure" role="status">
            {isOurs
              ? i18n.t('Write these down now. We show the PIN only once.')
              : i18n.t('Write these down now. They’re gone when you close this.')}
          </p>
          <dl className="border-t">
            {made.accountNumber && (
              <CopyLine label={i18n.t('Account number')} value={made.accountNumber} />
            )}
            <CopyLine
              label={i18n.t('Number Transfer PIN (not your account or voicemail PIN)')}
              value={made.transferPin}
            />
          </dl>
          <p className="mt-4 measure text-ink-soft">
            {made.expiresAt
              ? i18n.t(
                  'The PIN works until {date}. Give it to your new carrier and to nobody else.',
                  { date: dateAlone(made.expiresAt, brand.timeZone, language) },
                )
              : i18n.t('Give the PIN to your new carrier soon, and to nobody else.')}
          </p>
        </>
      ) : (
        <ul className="list-disc space-y-2 ps-5">
          <li>{i18n.t('Whoever has the PIN can take your number. We never ask you for it.')}</li>
          <li>
            {isOurs
              ? i18n.t('It works for 7 days. Any PIN you made before stops working.')
              : i18n.t('Our network makes the PIN. Once made, it can’t be ended before its time.')}
          </li>
          <li>
            {i18n.t(
              'When the number has moved, this line ends and we stop charging for it. We don’t refund what is left of these 30 days. Whole periods that you paid for after them become credit.',
            )}
          </li>
        </ul>
      )}
    </Dialog>
  );
}
