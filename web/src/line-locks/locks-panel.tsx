import { useLingui } from '@lingui/react';
import { dateAndTime } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type LineLocks, setLocks } from '@portside/contract/line-locks';
import { useId, useState } from 'react';
import { useCan, usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { whyKeptBack } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { useWork } from '../ui/use-work.ts';

/** K15. */
export function LocksPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const can = useCan();
  return (
    <LineSection id="locks" title={i18n.t('Locks')}>
      <p className="measure text-ink-soft">
        {i18n.t(
          'They keep thieves from taking your number. They’re free. You lock in one press; to unlock, we ask you to confirm it’s you.',
        )}
      </p>
      {isAgent && (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change the locks.')}</p>
      )}
      <div className="mt-5 grid border-y md:grid-cols-2">
        <LockTile
          isAgent={isAgent}
          line={line}
          lock="sim"
          name={i18n.t('SIM lock')}
          stops={[
            i18n.t('Moving this line to another SIM or eSIM'),
            i18n.t('Moving its eSIM to another phone'),
          ]}
          turnOff={i18n.t('Turn off the SIM lock')}
          turnOn={i18n.t('Turn on the SIM lock')}
        />
        {can.has('numberLock') && (
          <LockTile
            isAgent={isAgent}
            line={line}
            lock="number"
            name={i18n.t('Number lock')}
            stops={[i18n.t('Taking the number to another carrier'), i18n.t('Changing the number')]}
            turnOff={i18n.t('Turn off the number lock')}
            turnOn={i18n.t('Turn on the number lock')}
          />
        )}
      </div>
    </LineSection>
  );
}

interface LockTileProps {
  line: LineDetail;
  lock: keyof LineLocks;
  name: string;
  stops: readonly string[];
  turnOn: string;
  turnOff: string;
  isAgent: boolean;
}

function LockTile({ line, lock, name, stops, turnOn, turnOff, isAgent }: LockTileProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const id = useId();
  const work = useWork();
  const [fault, setFault] = useState('');
  const send = useSend(setLocks, {
    refresh: [viewLine],
    shown: 'refusals',
    onDone: () => setFault(''),
    onFailed: ({ reason, message }) =>
      setFault(reason && reason !== 'proof_required' ? message : ''),
  });
  const { on, offAt } = line.locks[lock];
  const staysOn = on && !offAt;
  const why = staysOn ? whyKeptBack(i18n, `${lock}_unlock`, line) : undefined;
  const label = staysOn ? turnOff : on ? i18n.t('Keep it locked') : turnOn;
  const press = () =>
    void work.run(async (signal) => void (await send({ id: line.id, [lock]: !staysOn }, signal)));
  return (
    <div className="flex flex-col items-start py-5 not-first:border-t md:px-6 md:first:ps-0 md:not-first:border-s md:not-first:border-t-0">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h3 className="font-strong first-letter:uppercase" id={id}>
          {name}
        </h3>
        <Badge tone={staysOn ? 'good' : on ? 'mark' : 'quiet'}>
          {staysOn ? i18n.t('On') : on ? i18n.t('Turning off') : i18n.t('Off')}
        </Badge>
      </div>
      <div aria-live="polite">
        {offAt && (
          <p className="mb-3 measure">
            {i18n.t(
              'It stays on until {time}, then it turns off. Wasn’t this you? Keep it locked.',
              {
                time: dateAndTime(offAt, brand.timeZone, language),
              },
            )}
          </p>
        )}
        <p className="text-ink-soft">
          {on ? i18n.t('While it’s on, it stops:') : i18n.t('It’s off. When it’s on, it stops:')}
        </p>
      </div>
      <ul className="mt-1 list-disc ps-5 text-ink-soft">
        {stops.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className="mt-4 empty:hidden" role="alert">
        {fault && <FaultLine>{fault}</FaultLine>}
      </div>
      {!isAgent && why && <p className="mt-4 measure">{why}</p>}
      {/* One button, so that the focus stays. */}
      {!isAgent && !why && (
        <Button
          aria-describedby={id}
          className="mt-5"
          loading={work.loading}
          onClick={press}
          variant="secondary"
        >
          {label}
        </Button>
      )}
    </div>
  );
}
