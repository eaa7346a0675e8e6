import { useLingui } from '@lingui/react';
import type { LineAct } from '@portside/contract/household-acts';
import { linePage } from '@portside/contract/line-rooms';
import { phone } from '@portside/contract/phone';
import type { ReactNode } from 'react';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { mayWith } from './line-acts.ts';
import { LineHead } from './line-head-tile.tsx';
import { NoLineTile } from './no-line-tile.tsx';
import { NotYoursTile } from './not-yours-tile.tsx';
import { useLine } from './use-line.ts';

interface LineActPageProps {
  id: string;
  title: string;
  act: LineAct;
  children: ReactNode;
}

/** A page on which something is done to a line: nothing of it is asked for where it is not theirs. */
export function LineActPage({ id, title, act, children }: LineActPageProps) {
  const { i18n } = useLingui();
  const answer = useLine(id);
  const line = answer.data;
  if (line && mayWith(line, act)) return children;
  if (answer.isPending) return <SpinnerPage />;
  return (
    <>
      <LineHead
        back={{ to: linePage(id), name: i18n.t('Back to the line') }}
        below={line?.mdn && phone(line.mdn)}
        title={title}
      />
      {line ? (
        <NotYoursTile line={line} />
      ) : (
        <NoLineTile answers={[answer]} failed={i18n.t('Your line didn’t load')} />
      )}
    </>
  );
}
