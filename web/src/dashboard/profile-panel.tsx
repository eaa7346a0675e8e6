import { useLingui } from '@lingui/react';
import { viewUser } from '@portside/contract/account';
import { DetailsPanel } from '../account/details-panel.tsx';
import { useSession } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { FailedLoad } from '../ui/failed-load.tsx';
import { TextsPanel } from '../texts/texts-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SectionPanel } from './section-panel.tsx';

export function ProfilePanel() {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const { data = userInfo, isFetching, refetch } = useAnswer(viewUser, {}, { staleTime: 0 });
  return (
    <SectionPanel
      brief={i18n.t('What we know about you and use for your line and your receipts.')}
      title={i18n.t('Profile')}
    >
      {data ? (
        <>
          <DetailsPanel user={data} />
          <TextsPanel />
        </>
      ) : isFetching ? (
        <div className="relative border-t-4">
          <Spinner className="absolute end-0 -top-10" size={20} />
          {Array.from({ length: 4 }, (_, at) => (
            <div className="flex h-[5.6rem] items-center border-b md:h-[4.8rem]" key={at}>
              <Skeleton className="h-4 w-48" />
            </div>
          ))}
        </div>
      ) : (
        <FailedLoad
          level={2}
          onRetry={() => void refetch()}
          title={i18n.t('Your details didn’t load')}
        />
      )}
    </SectionPanel>
  );
}
