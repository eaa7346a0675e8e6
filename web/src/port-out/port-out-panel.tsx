import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { linePlace } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { closePortOut } from '@portside/contract/port-out';
import { lazy, type ReactNode } from 'react';
import { useCan, usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';
import { PortOutSteps } from './port-out-list.tsx';

const PortOutDialog = lazy(async () => ({
  default: (await import('./port-out-dialog.tsx')).PortOutDialog,
}));

/** K16: account number and transfer PIN, and the other carrier's steps. Emails lead to `#number`. */
export function PortOutPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const isAgent = useIsAgent();
  const can = useCan();
  // A new key is a new question; the PIN goes with the old one.
  const dialog = useFreshDialog();
  const { portOut, transferPin, locks, mdn, status } = line;
  // Otherwise the network makes them.
  const isOurs = can.has('transferPin');
  const hasPins = isOurs || can.has('issueTransferPin');
  const isMoving = portOut?.state === 'requested' || portOut?.state === 'confirmed';
  const isThere = (status === 'active' || status === 'suspended') && mdn !== '';
  if (!isThere) return null;
  const standing = ({ expiresAt }: { expiresAt: string | null }) => {
    const number = phone(brand.support.phone);
    const date = expiresAt && dateAlone(expiresAt, brand.timeZone, language);
    if (!date) {
      return i18n.t(
        'Our network made a transfer PIN for this number. It can’t be ended here. If you didn’t ask for it, call us now at {phone}.',
        { phone: number },
      );
    }
    if (isOurs) {
      return i18n.t(
        'Your transfer PIN works until {date}. We show it only once, but you can make a new one.',
        { date },
      );
    }
    return i18n.t(
      'Our network made a transfer PIN for this number. It works until {date} and can’t be ended before. If you didn’t ask for it, call us now at {phone}.',
      { date, phone: number },
    );
  };
  const ask = () => {
    if (!transferPin) return i18n.t('Get a transfer PIN');
    return isOurs ? i18n.t('Make a new transfer PIN') : i18n.t('Show the transfer PIN');
  };
  return (
    <LineSection id="number" title={i18n.t('Take your number elsewhere')}>
      <div aria-live="polite">
        {portOut && <PortOutSteps portOut={portOut} />}
        {!isMoving && !hasPins && (
          <p className="measure text-ink-soft">
            {i18n.t(
              'Contact us, and we’ll give you the account number and the transfer PIN that your new carrier asks for. Don’t end this line first: it ends when the number has moved.',
            )}
          </p>
        )}
        {!isMoving && hasPins && (
          <p className="measure text-ink-soft">
            {transferPin
              ? standing(transferPin)
              : i18n.t(
                  'Your new carrier asks for an account number and a transfer PIN. Don’t end this line first: it ends when the number has moved.',
                )}
          </p>
        )}
      </div>
      {isAgent ? (
        <p className="mt-4 text-ink-soft">
          {i18n.t('Only the customer can take the number to another carrier.')}
        </p>
      ) : (
        <Actions>
          {portOut?.state === 'requested' &&
            can.has('refusePortOut') &&
            (can.has('numberLock') ? (
              <Freeze line={line} />
            ) : (
              <Close line={line} label={i18n.t('Refuse the request')} />
            ))}
          {!isMoving &&
            hasPins &&
            (locks.number.on ? (
              <p className="measure">
                {i18n.t('The number lock is on. To move the number, turn it off first.')}{' '}
                <TextLink to={linePlace(line.id, 'locks')}>{i18n.t('See the locks')}</TextLink>
              </p>
            ) : (
              <Button onClick={dialog.ask} variant="secondary">
                {ask()}
              </Button>
            ))}
          {!isMoving && transferPin && isOurs && (
            <Close line={line} label={i18n.t('End the transfer PIN')} />
          )}
        </Actions>
      )}
      {dialog.show((shown) => (
        <PortOutDialog line={line} {...shown} />
      ))}
    </LineSection>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex flex-wrap items-center gap-4 empty:hidden">{children}</div>
);

/** One press: the lock goes on, the PIN ends, and the request is refused. */
function Freeze({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const work = useWork();
  const lock = useSend(setLocks, { refresh: [viewLine, listLines, listNeeds] });
  const freeze = () =>
    void work.run(async (signal) => void (await lock({ id: line.id, number: true }, signal)));
  return (
    <div>
      <p className="mb-4 measure">
        {i18n.t(
          'If you didn’t ask for this, refuse it: that also turns on the number lock and ends the transfer PIN.',
        )}
      </p>
      <Button loading={work.loading} onClick={freeze} variant="secondary">
        {i18n.t('Refuse the request')}
      </Button>
    </div>
  );
}

/** Ends the PIN, and refuses what was asked with it. */
function Close({ line, label }: { line: LineDetail; label: string }) {
  const work = useWork();
  const close = useSend(closePortOut, { refresh: [viewLine] });
  return (
    <Button
      loading={work.loading}
      onClick={() => void work.run(async (signal) => void (await close({ id: line.id }, signal)))}
      variant="secondary"
    >
      {label}
    </Button>
  );
}
