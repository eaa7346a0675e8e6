import { useLingui } from '@lingui/react';
import type { LineHousehold } from '@portside/contract/household-acts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Flag } from '../ui/flag.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface Answer {
  readonly error: { readonly status: number } | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
  /** It was there before. */
  readonly was?: { readonly household?: LineHousehold | undefined } | undefined;
}

/** In place of something of a line: there is no such line, it didn't load, or it loads. */
export function NoLineTile({
  answers,
  failed,
}: {
  answers: readonly Answer[];
  /** The title when it didn't load. */
  failed: string;
}) {
  const { i18n } = useLingui();
  const broken = answers.filter(({ error }) => error !== null);
  if (broken.some(({ error }) => error?.status === 404)) {
    const holder = broken.map(({ was }) => was?.household?.holder).find(Boolean);
    return (
      <EmptyState
        action={<ButtonLink to="/dashboard">{i18n.t('To Dashboard')}</ButtonLink>}
        level={2}
        picture={<Flag name="adrift" size={56} />}
        title={
          holder ? i18n.t('You don’t have this line anymore') : i18n.t('We can’t find this line')
        }
      >
        {holder
          ? i18n.t(
              'It’s in {holder}’s account, and it isn’t given to you anymore. Your lines are in your dashboard.',
              { holder },
            )
          : i18n.t(
              'It may be in another account, or it was taken back from you. Your lines are in your dashboard.',
            )}
      </EmptyState>
    );
  }
  if (broken.length > 0) {
    return (
      <FailedLoad
        level={2}
        loading={broken.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of broken) void refetch();
        }}
        title={failed}
      />
    );
  }
  return (
    <div aria-busy="true">
      <Skeleton className="h-72 w-full" />
      <p className="sr-only" role="status">
        {i18n.t('Loading')}
      </p>
    </div>
  );
}
