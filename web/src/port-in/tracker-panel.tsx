import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import type { PortIn } from '@portside/contract/port-in';
import { useId, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Accordion } from '../ui/accordion.tsx';
import { momentWords, statusWords } from './port-in-words.ts';
import { isOver } from './route.ts';
import { TrackerTile } from './tracker-tile.tsx';

interface TrackerPanelProps {
  portIns: readonly PortIn[];
  lines: readonly Line[];
}

/** Nothing without port-ins. */
export function TrackerPanel({ portIns, lines }: TrackerPanelProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const id = useId();
  const shown = useShown(portIns);
  const now = portIns.filter((one) => shown.has(one.id));
  const before = portIns.filter((one) => !shown.has(one.id));
  if (now.length === 0 && before.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className="mb-4 text-title" id={id}>
        {now.some((one) => !isOver(one))
          ? i18n.t('Your number on its way')
          : i18n.t('Numbers you transferred')}
      </h2>
      {now.length > 0 && (
        <ul className="grid gap-6">
          {now.map((portIn) => (
            <li key={portIn.id}>
              <TrackerTile lines={lines} portIn={portIn} />
            </li>
          ))}
        </ul>
      )}
      {before.length > 0 && (
        <Accordion
          className={now.length > 0 ? 'mt-4' : undefined}
          items={[
            {
              title: i18n.t('Earlier transfers'),
              body: (
                <ul className="grid gap-3">
                  {before.map((portIn) => (
                    <li className="flex flex-wrap justify-between gap-x-6" key={portIn.id}>
                      <span className="font-strong tabular-nums">{phone(portIn.msisdn)}</span>
                      <span className="text-ink-soft">
                        {statusWords(i18n, portIn.status)},{' '}
                        {momentWords(portIn.updatedAt, brand.timeZone, language)}
                      </span>
                      <span className="w-full">{portIn.message}</span>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** Recently ended ones stay until the page is left. */
function useShown(portIns: readonly PortIn[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [opened] = useState(Date.now);
  const fresh = portIns
    .filter((one, at) => isCurrent(one, opened) && portIns.findIndex(sameNumber(one)) === at)
    .map(({ id }) => id)
    .filter((id) => !seen.has(id));
  if (fresh.length === 0) return seen;
  const all = new Set([...seen, ...fresh]);
  setSeen(all);
  return all;
}

const DAY_MS = 24 * 3_600_000;

function isCurrent(portIn: PortIn, now: number): boolean {
  if (portIn.hasLeft) return false;
  if (!isOver(portIn) || portIn.waitsForPlan) return true;
  return portIn.status !== 'cancelled' && now - Date.parse(portIn.updatedAt) < DAY_MS;
}

const sameNumber =
  ({ msisdn }: PortIn) =>
  (other: PortIn) =>
    other.msisdn === msisdn;
