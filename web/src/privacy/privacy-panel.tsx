import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { dateAlone } from '@portside/contract/formats';
import { exportOwn, keepAccount, viewPrivacy } from '@portside/contract/privacy';
import { listActivity } from '@portside/contract/sessions';
import type { OutputOf } from '@portside/contract/endpoint';
import { lazy } from 'react';
import { fetchDocument, saveDocument } from '../api/document.ts';
import { usePage } from '../api/page.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { useRefresh, useSend } from '../api/use-send.ts';
import { SecurityPanel } from '../sign-in/security-panel.tsx';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';

const EraseDialog = lazy(async () => ({
  default: (await import('./erase-dialog.tsx')).EraseDialog,
}));

export type Privacy = OutputOf<typeof viewPrivacy>;

/** L19: what is kept of oneself, to save or to have erased. */
export function PrivacyPanel() {
  const { i18n } = useLingui();
  const { data, isPending, isFetching, refetch } = useAnswer(viewPrivacy, {}, { staleTime: 0 });
  return (
    <>
      <SecurityPanel
        action={<SaveButton />}
        brief={i18n.t(
          'A file with everything we have about you: your details, lines, payments, chats, emails and logins. Passwords and keys are not in it.',
        )}
        title={i18n.t('What we have about you')}
      />
      <SecurityPanel
        brief={i18n.t(
          'Your name, addresses, cards, logins and messages are gone for good. The law requires us to keep receipts.',
        )}
        title={i18n.t('Erase your account')}
      >
        {data ? (
          <Erasing privacy={data} />
        ) : isPending ? (
          <Skeleton className="mt-5 h-11 w-48" />
        ) : (
          <FailedLoad
            className="mt-4"
            loading={isFetching}
            onRetry={() => void refetch()}
            title={i18n.t('This didn’t load')}
          />
        )}
      </SecurityPanel>
    </>
  );
}

function SaveButton() {
  const { i18n } = useLingui();
  const call = useCall();
  const refresh = useRefresh();
  const work = useWork();
  const save = async (signal: AbortSignal) => {
    try {
      saveDocument(await fetchDocument(call, exportOwn, {}, { signal }));
      await refresh([listActivity]);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  return (
    <Button loading={work.loading} onClick={() => void work.run(save)} variant="secondary">
      {i18n.t('Save the file')}
    </Button>
  );
}

function Erasing({ privacy }: { privacy: Privacy }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const dialog = useFreshDialog();
  const work = useWork();
  const keep = useSend(keepAccount, { refresh: [viewPrivacy, listActivity] });
  const { erasesAt, obstacles } = privacy;
  if (!erasesAt && obstacles.length > 0) {
    return (
      <div className="mt-4 border-t pt-4">
        <p className="font-strong">{i18n.t('Before that:')}</p>
        <ul className="measure mt-1 list-disc space-y-1 ps-5">
          {obstacles.map(({ reason, message }) => (
            <li key={reason}>{message}</li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className="mt-5">
      <p aria-live="polite" className="measure font-strong empty:hidden">
        {erasesAt &&
          i18n.t('Your account will be erased on {date}. Until then you can keep it.', {
            date: dateAlone(erasesAt, brand.timeZone, language),
          })}
      </p>
      <Button
        className={erasesAt ? 'mt-4' : ''}
        loading={work.loading}
        onClick={
          erasesAt
            ? () => void work.run(async (signal) => void (await keep({}, signal)))
            : dialog.ask
        }
        variant="secondary"
      >
        {erasesAt ? i18n.t('Keep my account') : i18n.t('Erase my account')}
      </Button>
      {dialog.show((shown) => (
        <EraseDialog privacy={privacy} {...shown} />
      ))}
    </div>
  );
}
