import { useLingui } from '@lingui/react';
import { useId } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Flag } from '../ui/flag.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { phone } from '@portside/contract/formats';
import { Button, ButtonLink } from '../ui/button.tsx';
import { type IncomingNumber, LineTile } from './line-tile.tsx';
import { setUpWaits } from './line-words.ts';
import { nextOfSim } from './sim-set-up-tile.tsx';
import { useLines } from './use-lines.ts';

/** Survives a refresh that fails. */
export function LineList({ incoming = [] }: { incoming?: readonly IncomingNumber[] }) {
  const { i18n } = useLingui();
  const id = useId();
  const { data, isPending, isFetching, refetch } = useLines();
  const next = data?.lines.find((line) => nextOfSim(line) && !setUpWaits(line));
  // The number's own tile asks for what it needs.
  const onItsWay = incoming.find((one) => !one.isOver);
  const many = (data?.lines.length ?? 0) > 1;
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex items-center gap-3">
        <h2 className="text-title" id={id}>
          {many ? i18n.t('Your lines') : i18n.t('Your line')}
        </h2>
        {isPending && <Spinner size={20} />}
      </div>
      {data ? (
        data.lines.length > 0 ? (
          <ul className="grid gap-6">
            {data.lines.map((line) => (
              <li key={line.id}>
                <LineTile
                  isNext={line === next}
                  incoming={incoming.find((one) => one.id === line.portIn?.id)}
                  line={line}
                />
              </li>
            ))}
          </ul>
        ) : onItsWay ? (
          <NumberFirst number={onItsWay} />
        ) : (
          <EmptyState
            action={
              <ButtonLink iconAfter="arrow-right" to="/shop">
                {i18n.t('Choose a plan')}
              </ButtonLink>
            }
            className="min-h-[23.25rem] justify-center md:min-h-72"
            picture={<Flag name="pending" size={56} />}
            title={i18n.t('No line yet')}
          >
            {i18n.t(
              'Choose a plan, keep your number or get a new one, and see the price before you pay.',
            )}
          </EmptyState>
        )
      ) : isPending ? (
        <LinePlace />
      ) : (
        <FailedLoad
          className="min-h-[23.25rem] justify-center md:min-h-72"
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your line didn’t load')}
        />
      )}
    </section>
  );
}

/** A number without a line yet. */
function NumberFirst({ number: { msisdn, show } }: { number: IncomingNumber }) {
  const { i18n } = useLingui();
  return (
    <EmptyState
      action={
        <Button onClick={show} variant="secondary">
          {i18n.t('See what happens next')}
        </Button>
      }
      picture={<Flag name="pending" size={56} />}
      title={i18n.t('Your line starts with {number}', { number: phone(msisdn) })}
    >
      {i18n.t('Once this number has a plan and is transferred, your line is here.')}
    </EmptyState>
  );
}

function LinePlace() {
  return (
    <div className="tile flex h-[23.25rem] gap-4 p-5 [--tile-ink:var(--line)] md:h-72 md:gap-8 md:p-8">
      <Skeleton className="size-11 md:size-20" />
      <Skeleton className="h-9 w-52" />
    </div>
  );
}
