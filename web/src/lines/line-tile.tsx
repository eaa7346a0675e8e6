import { useLingui } from '@lingui/react';
import { roleOn } from '@portside/contract/household-acts';
import { phone } from '@portside/contract/phone';
import { linePage } from '@portside/contract/line-rooms';
import type { Line } from '@portside/contract/lines';
import { type ReactNode, useId, useRef } from 'react';
import { useCan, usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { CardInMail } from './card-in-mail-panel.tsx';
import { statusTones } from './line-fact-tile.tsx';
import { HouseholdNote } from './household-note-tile.tsx';
import { LineIconPicture } from './line-icon-tile.tsx';
import { isLeaving } from './kept-back.ts';
import { nextOf } from './line-acts.ts';
import { endsWords, handedOverWords, leavingWords } from './line-next.ts';
import { suspendedWords } from './line-suspended.ts';
import { LostPhoneLink } from './line-room-list.tsx';
import { lineWords, nicknameOf, setUpWaits, waitsForCustomer } from './line-words.ts';
import { OfferNote } from './offer-note-tile.tsx';
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
  /** Data left, paid until, next charge. */
  figures: ReactNode;
}

export function LineTile({ line, incoming, isNext, figures }: LineTileProps) {
  const { i18n } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const waits = waitsForCustomer(line) && incoming?.needsCustomer !== false;
  const page = usePage();
  const needs = useNeeds()?.needs ?? [];
  const unpaid = needs.find((one) => one.lineId === line.id && one.code === 'unpaid');
  const blocks = useCan().has('suspendLine');
  const { state, meaning } = lineWords(i18n, line, waits ? (incoming?.message ?? '') : undefined);
  return (
    <article
      aria-labelledby={id}
      className="tile bg-surface pt-(--tile-edge)"
      data-status={line.status}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-5 p-5 md:gap-x-8 md:p-8">
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
          <p className="text-fine text-ink-soft">{line.plan.retailName}</p>
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
                    ? endsWords(i18n, line, page)
                    : (handedOverWords(i18n, line, page) ?? meaning)}
            </p>
          </div>
          <OfferNote className="mt-4" line={line} />
          <HouseholdNote className="mt-4" line={line} />
          <CardInMail line={line} />
          <div className="mt-5 empty:hidden">
            <NeedList needs={notesOf(needs, line)} />
          </div>
          <div className="mt-5 empty:hidden">
            {line.nextAction !== 'finish_port_in' && (
              <NextStep afterwards={() => heading.current} isNext={isNext} line={line} />
            )}
          </div>
          {waits && incoming && (
            <Button className="mt-5" onClick={incoming.show} variant="secondary">
              {i18n.t('See what it needs')}
            </Button>
          )}
          <div className="mt-5 empty:hidden">
            {!(waits && setUpWaits(line)) && nextOf(line) !== 'renew' && (
              <SimSetUp afterwards={() => heading.current} isNext={isNext} line={line} />
            )}
          </div>
        </div>
      </div>
      <div className="border-t px-5 empty:hidden md:px-8">{figures}</div>
      <p className="flex flex-wrap justify-between gap-x-6 border-t px-5 py-1 md:px-8">
        <TextLink
          aria-describedby={id}
          className="inline-flex min-h-11 items-center"
          to={linePage(line.id)}
        >
          {/* Who is no manager of it should not read the word. */}
          {roleOn(line) === 'user' ? i18n.t('Open this line') : i18n.t('Manage this line')}
        </TextLink>
        {(line.status === 'active' || line.status === 'suspended') && blocks && (
          <LostPhoneLink id={line.id} />
        )}
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
