import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import type { PortIn } from '@portside/contract/port-in';
import { useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { OldCarrierPanel } from './old-carrier-panel.tsx';
import { carrierName, delayWords, momentWords, standWords, stopWords } from './port-in-words.ts';
import { RouteTile } from './route-tile.tsx';
import { routeOf } from './route.ts';
import { TrackerActions } from './tracker-actions-tile.tsx';

/** Target of links from the line's card. */
export const trackerId = ({ id }: Pick<PortIn, 'id'>) => `number-${id}`;

export interface TrackerTileProps {
  portIn: PortIn;
  lines: readonly Line[];
}

export function TrackerTile({ portIn, lines }: TrackerTileProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const id = trackerId(portIn);
  const heading = useRef<HTMLHeadingElement>(null);
  const { status } = portIn;
  const rejected = status === 'action_needed' && !portIn.cancelAsked;
  const { words, tone } = standWords(i18n, portIn);
  const carrier = carrierName(portIn.oldCarrier) ?? portIn.donor;
  return (
    <article aria-labelledby={id} className="tile bg-surface pt-(--tile-edge)" data-status={status}>
      <RouteTile stops={routeOf(portIn)} />
      <div className="p-5 md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-10 md:p-8">
        <div>
          <h3
            className="scroll-mt-24 text-heading tabular-nums"
            id={id}
            ref={heading}
            tabIndex={-1}
          >
            {phone(portIn.msisdn)}
          </h3>
          {carrier && <p className="text-ink-soft">{i18n.t('From {carrier}', { carrier })}</p>}
          <div aria-live="polite" className="mt-3 flex flex-col gap-3">
            <Badge tone={tone}>{words}</Badge>
            <p className="measure">{portIn.message}</p>
            {portIn.delay && (
              <p className="measure">{delayWords(i18n, portIn.delay, brand, language)}</p>
            )}
          </div>
          {rejected && (
            <OldCarrierPanel
              about={portIn.required}
              carrier={portIn.oldCarrier ?? ''}
              className="mt-4"
            />
          )}
          <TrackerActions afterwards={heading} lines={lines} portIn={portIn} />
        </div>
        <Route portIn={portIn} />
      </div>
    </article>
  );
}

function Route({ portIn }: { portIn: PortIn }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  return (
    <Timeline
      className="max-md:mt-8 max-md:border-t max-md:pt-6"
      label={i18n.t('Your number’s progress')}
      stops={routeOf(portIn).map(({ name, state, at }) => {
        const { title, takes } = stopWords(
          i18n,
          name,
          carrierName(portIn.oldCarrier) ?? portIn.donor,
        );
        return {
          title,
          state,
          time: at ? (
            <time dateTime={at}>{momentWords(at, brand.timeZone, language)}</time>
          ) : state === 'ahead' ? (
            takes || undefined
          ) : undefined,
        };
      })}
    />
  );
}
