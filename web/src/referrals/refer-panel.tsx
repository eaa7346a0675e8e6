import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import { viewReferrals, type Referral } from '@portside/contract/referrals';
import type { OutputOf } from '@portside/contract/endpoint';
import { useEffect, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

type Seen = OutputOf<typeof viewReferrals>;

/** P07: the customer's code, what it brings and when, and what became of each friend. */
export function ReferPanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, isFetching, refetch } = useAnswer(viewReferrals, {}, { staleTime: 0 });
  useEffect(() => {
    heading.current?.scrollIntoView?.({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Button className="mb-2 -ms-3 xs:hidden" icon="arrow-left" onClick={onClose} variant="quiet">
        {i18n.t('Back')}
      </Button>
      <div className="mb-6 flex items-start gap-4 md:mb-8">
        <h1 className="scroll-mt-36 text-display" ref={heading} tabIndex={-1}>
          {i18n.t('Refer a friend')}
        </h1>
        <IconButton
          className="ms-auto -me-2 max-xs:hidden"
          icon="close"
          label={i18n.t('Close')}
          onClick={onClose}
        />
      </div>
      {data ? (
        <Referrals seen={data} />
      ) : isError ? (
        <FailedLoad
          level={2}
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your code didn’t load')}
        />
      ) : (
        <div aria-label={i18n.t('Loading')} role="status">
          <Skeleton lines={6} />
        </div>
      )}
    </>
  );
}

function Referrals({ seen }: { seen: Seen }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const yours = money(seen.youGet, language);
  const theirs = money(seen.friendGets, language);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Code seen={seen} />
      <section aria-labelledby="how">
        <h2 className="mb-2 text-title" id="how">
          {i18n.t('How it works')}
        </h2>
        <ul className="measure list-disc space-y-1 ps-5">
          <li>
            {i18n.t(
              'Give your code to somebody who is new here. They enter it where they pay for their line, in place of a promo code.',
            )}
          </li>
          <li>
            {i18n.t(
              'It takes nothing off their first payment. Once their second month is paid, you get {yours} of credit and they get {theirs}.',
              { yours, theirs },
            )}
          </li>
          <li>
            {i18n.t(
              'That’s for up to {count} friends who join within twelve months, once for each, and not for a code you give yourself.',
              { count: seen.mostInYear },
            )}
          </li>
          <li>
            {i18n.t(
              'If your friend gets one of these two payments back, it doesn’t count, and the credit is taken back.',
            )}
          </li>
        </ul>
      </section>
      {seen.own && <Own own={seen.own} />}
      <Friends referrals={seen.referrals} />
    </div>
  );
}

function Code({ seen: { code, hasLine } }: { seen: Seen }) {
  const { i18n } = useLingui();
  if (!code) {
    return (
      <p className="measure text-lead">
        {hasLine
          ? i18n.t('The code is made when the customer looks here.')
          : i18n.t('You get your code once you have a line with us.')}
      </p>
    );
  }
  return (
    // A code of wide letters has the button below it on the narrowest phone.
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-y py-5">
      <p>
        <span className="block text-fine text-ink-soft" id="refer-code">
          {i18n.t('Your code')}
        </span>
        <span className="block text-heading tabular-nums select-all" translate="no">
          {code}
        </span>
      </p>
      <CopyButton aria-describedby="refer-code" text={code} variant="secondary" />
    </div>
  );
}

/** What was promised to the customer. */
function Own({ own }: { own: Referral }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const amount = money(own.amount, language);
  const words: Record<Referral['state'], string> = {
    joined: i18n.t(
      'You get {amount} of credit once the second month of the line you joined with is paid.',
      { amount },
    ),
    credited: i18n.t('You have {amount} of credit for it.', { amount }),
    not_counted: i18n.t('It doesn’t count, and brings no credit.'),
  };
  return (
    <section aria-labelledby="own">
      <h2 className="mb-2 text-title" id="own">
        {i18n.t('You joined through a friend')}
      </h2>
      <p>
        {words[own.state]}
        <span className="block text-fine text-ink-soft tabular-nums">
          {dateAlone(own.on, brand.timeZone, language)}
        </span>
      </p>
    </section>
  );
}

function Friends({ referrals }: { referrals: readonly Referral[] }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  if (referrals.length === 0) {
    return (
      <EmptyState level={2} title={i18n.t('Nobody has joined with your code yet')}>
        {i18n.t('Each friend who joins stands here with the date. We don’t say who it is.')}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="friends">
      <h2 className="mb-2 text-title" id="friends">
        {i18n.t('Friends who joined')}
      </h2>
      <ul className="border-y">
        {referrals.map((one, at) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2.5 not-first:border-t"
            key={at}
          >
            <p>
              {stateOf(i18n, one.state)}
              <span className="block text-fine text-ink-soft tabular-nums">
                {dateAlone(one.on, brand.timeZone, language)}
              </span>
            </p>
            {one.state === 'credited' && (
              <p className="text-end tabular-nums">+{money(one.amount, language)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(i18n: I18n, state: Referral['state']): string {
  if (state === 'joined') return i18n.t('Joined. The second month isn’t paid yet.');
  return state === 'credited' ? i18n.t('You have credit for it.') : i18n.t('Doesn’t count.');
}
