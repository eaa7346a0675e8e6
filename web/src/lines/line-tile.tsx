import { useLingui } from '@lingui/react';
import { dateAlone, phone } from '@portside/contract/formats';
import type { Line } from '@portside/contract/lines';
import { usageAmount, usageLeft } from '@portside/contract/usage-amount';
import { useId, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { Fact, PlanAndSim, statusTones } from './line-fact-tile.tsx';
import { LineIconPicture } from './line-icon-tile.tsx';
import { isLeaving } from './kept-back.ts';
import { endsWords, leavingWords, suspendedWords } from './line-next.ts';
import { lineWords, nicknameOf, setUpWaits, waitsForCustomer } from './line-words.ts';
import { NeedList, notesOf } from './need-list.tsx';
import { NextStep } from './next-step-tile.tsx';
import { NicknameDialog } from './nickname-dialog.tsx';
import { SimSetUp } from './sim-set-up-tile.tsx';
import { useNeeds } from './use-needs.ts';

export interface IncomingNumber {
  readonly id: string;
  readonly msisdn: string;
  readonly isOver: boolean;
  readonly message: string;
  readonly needsCustomer: boolean;
  readonly show: () => void;
}

interface LineTileProps {
  line: Line;
  incoming?: IncomingNumber | undefined;
  /** Of all lines, this one has the next thing to do. */
  isNext: boolean;
}

export function LineTile({ line, incoming, isNext }: LineTileProps) {
  const { i18n } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const waits = waitsForCustomer(line) && incoming?.needsCustomer !== false;
  const page = usePage();
  const needs = useNeeds()?.needs ?? [];
  const unpaid = needs.find((one) => one.lineId === line.id && one.code === 'unpaid');
  const { state, meaning } = lineWords(i18n, line, waits ? (incoming?.message ?? '') : undefined);
  return (
    <article
      aria-labelledby={id}
      className="tile bg-surface pt-(--tile-edge)"
      data-status={line.status}
    >
      <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-5 p-5 md:gap-x-8 md:p-8">
        <Flag
          className="size-11 md:row-span-2 md:size-20"
          key={line.status}
          name={line.status}
          size={80}
        />
        <div className="self-center">
          <LineName line={line} />
          <h3
            className="text-heading tabular-nums max-[359px]:text-title"
            id={id}
            ref={heading}
            tabIndex={-1}
          >
            {line.mdn ? phone(line.mdn) : i18n.t('Number on its way')}
          </h3>
        </div>
        <div className="max-md:col-span-2">
          <div aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Badge tone={waits ? 'fail' : statusTones[line.status]}>{state}</Badge>
            <p>
              {line.status === 'suspended'
                ? (unpaid?.message ?? suspendedWords(i18n, line, page))
                : isLeaving(line)
                  ? leavingWords(i18n, line, page)
                  : line.endsOn
                    ? endsWords(i18n, line.endsOn, page)
                    : meaning}
            </p>
          </div>
          <div className="mt-5 empty:hidden">
            <NeedList needs={notesOf(needs, line.id)} />
          </div>
          <div className="mt-5 empty:hidden">
            {line.nextAction !== 'finish_port_in' && <NextStep isNext={isNext} line={line} />}
          </div>
          {waits && incoming && (
            <Button className="mt-5" onClick={incoming.show} variant="secondary">
              {i18n.t('See what it needs')}
            </Button>
          )}
          <div className="mt-5 empty:hidden">
            {!(waits && setUpWaits(line)) && line.nextAction !== 'renew' && (
              <SimSetUp afterwards={() => heading.current} isNext={isNext} line={line} />
            )}
          </div>
        </div>
      </div>
      <LineFacts line={line} />
      <p className="border-t px-5 py-1 md:px-8">
        <TextLink
          aria-describedby={id}
          className="inline-flex min-h-11 items-center"
          to={`/dashboard/lines/${line.id}`}
        >
          {i18n.t('Manage this line')}
        </TextLink>
      </p>
    </article>
  );
}

/** E03. */
function LineName({ line }: { line: Line }) {
  const { i18n } = useLingui();
  // A new key is a new form; the old one stays while it closes.
  const dialog = useFreshDialog();
  const nickname = nicknameOf(line);
  const isAgent = useIsAgent();
  return (
    <div className="-mt-2 mb-1 flex min-h-11 items-center gap-2 text-ink-soft">
      <LineIconPicture icon={line.icon} size={20} />
      {nickname && <p className="min-w-0 font-strong wrap-anywhere">{nickname}</p>}
      {/* One button, so that the focus comes back; none for an agent. */}
      {!isAgent && (
        <Button
          className={nickname ? 'min-h-11! px-3! py-0!' : '-ms-3 py-2! text-fine'}
          onClick={dialog.ask}
          variant="quiet"
        >
          {nickname ? (
            <>
              <Icon name="pencil" size={20} />
              <span className="sr-only">{i18n.t('Edit nickname')}</span>
            </>
          ) : (
            i18n.t('Add a nickname')
          )}
        </Button>
      )}
      {dialog.show((shown) => (
        <NicknameDialog line={line} {...shown} />
      ))}
    </div>
  );
}

function LineFacts({ line }: { line: Line }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const paid = line.paidUntil;
  const data = useNeeds()?.data.find(({ lineId }) => lineId === line.id);
  return (
    <dl className="border-t px-5 md:flex md:px-8 md:*:flex-1">
      <PlanAndSim line={line} />
      {data && <DataLeft {...data} />}
      <Fact name={paid && isOver(paid) ? i18n.t('Was paid until') : i18n.t('Paid until')}>
        {paid
          ? dateAlone(paid, brand.timeZone, language)
          : line.status === 'ended'
            ? '-'
            : i18n.t('30 days from activation')}
      </Fact>
    </dl>
  );
}

function DataLeft({ used, limit }: { used: number; limit?: number | undefined }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const words =
    limit === undefined
      ? i18n.t('{used} used', { used: usageAmount(used, 'MB', language) })
      : i18n.t('{left} of {limit}', {
          left: usageLeft({ used, limit, unit: 'MB' }, language),
          limit: usageAmount(limit, 'MB', language),
        });
  return <Fact name={limit === undefined ? i18n.t('Data') : i18n.t('Data left')}>{words}</Fact>;
}

const isOver = (moment: string) => Date.parse(moment) < Date.now();
