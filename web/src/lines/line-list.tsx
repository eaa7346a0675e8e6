import { useLingui } from '@lingui/react';
import type { Line } from '@portside/contract/lines';
import { type ReactNode, useId, useState } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { phone } from '@portside/contract/phone';
import { Button, ButtonLink } from '../ui/button.tsx';
import { type IncomingNumber, LineTile } from './line-tile.tsx';
import { isLeaving } from './kept-back.ts';
import { nextOf } from './line-acts.ts';
import { setUpWaits, waitsForCustomer } from './line-words.ts';
import { nextOfSim } from './sim-set-up-tile.tsx';
import { useLines } from './use-lines.ts';

interface LineListProps {
  incoming?: readonly IncomingNumber[];
  /** Data left, paid until, next charge. */
  figures?: (line: Line) => ReactNode;
}

/** Survives a refresh that fails. */
export function LineList({ incoming = [], figures }: LineListProps) {
  const { i18n } = useLingui();
  const id = useId();
  const { data, isPending, isFetching, refetch } = useLines();
  const lines = useAttentionOrder(data?.lines);
  const next =
    lines?.find(isLeaving) ?? lines?.find((line) => nextOf(line) === 'renew' || waitsForSim(line));
  // The number's own tile asks for what it needs.
  const onItsWay = incoming.find((one) => !one.isOver);
  const many = (lines?.length ?? 0) > 1;
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex items-center gap-3">
        <h2 className="text-title" id={id}>
          {many ? i18n.t('Your lines') : i18n.t('Your line')}
        </h2>
        {isPending && <Spinner size={20} />}
      </div>
      {lines ? (
        lines.length > 0 ? (
          <>
            <ul className="grid gap-6">
              {lines.map((line) => (
                <li key={line.id}>
                  <LineTile
                    isNext={line === next}
                    incoming={incoming.find((one) => one.id === line.portIn?.id)}
                    figures={figures?.(line)}
                    line={line}
                  />
                </li>
              ))}
            </ul>
            <p className="mt-4">
              <TextLink className="inline-flex min-h-11 items-center gap-2" to="/shop">
                <Icon name="plus" size={20} />
                {i18n.t('Add a line')}
              </TextLink>
            </p>
          </>
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

const waitsForSim = (line: Line) => nextOfSim(line) !== undefined && !setUpWaits(line);

/**
 * K20: first what needs the customer, then what works, what is on hold, and last what has ended. A line that changes while somebody looks
 * keeps its place.
 */
function useAttentionOrder(lines: readonly Line[] | undefined): readonly Line[] | undefined {
  const [order, setOrder] = useState<readonly string[]>([]);
  if (!lines) return undefined;
  const places = new Map(order.map((id, place) => [id, place]));
  const isKnown = lines.length === order.length && lines.every(({ id }) => places.has(id));
  if (isKnown) {
    return lines.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  }
  const sorted = lines.toSorted((a, b) => attention(a) - attention(b));
  setOrder(sorted.map(({ id }) => id));
  return sorted;
}

/** Less comes first. */
function attention(line: Line): number {
  if (line.status === 'ended') return 6;
  if (isLeaving(line) || waitsForCustomer(line) || nextOf(line) === 'unblock') return 0;
  // It waits for nobody: it comes back by itself.
  if (line.statusReason === 'on_hold') return 5;
  if (line.status === 'suspended') return 0;
  if (nextOf(line) === 'renew') return 1;
  if (waitsForSim(line)) return 2;
  return line.status === 'active' ? 4 : 3;
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
      {i18n.t('Once this number has a plan and is transferred, you’ll see your line here.')}
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
