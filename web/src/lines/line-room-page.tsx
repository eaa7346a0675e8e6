import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { LineDetail } from '@portside/contract/line-detail';
import { type LineRoom, linePage } from '@portside/contract/line-rooms';
import type { ReactNode } from 'react';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { LineHead } from './line-head-tile.tsx';
import { nicknameOf, roomNames } from './line-words.ts';
import { NoLineTile } from './no-line-tile.tsx';
import { useLine } from './use-line.ts';

interface LineRoomPageProps {
  id: string;
  room: LineRoom;
  /** Its sections. */
  children: (line: LineDetail) => ReactNode;
}

/** One group of what belongs to a line (K01). */
export function LineRoomPage({ id, room, children }: LineRoomPageProps) {
  const { i18n } = useLingui();
  const answer = useLine(id);
  const line = answer.data;
  // What has ended has its overview alone.
  if (line?.status === 'ended') return <RedirectPage to={linePage(id)} />;
  const number = line?.mdn && phone(line.mdn);
  return (
    <>
      <LineHead
        back={{ to: linePage(id), name: i18n.t('Back to the line') }}
        below={
          line &&
          [nicknameOf(line), number || i18n.t('Number on its way')].filter(Boolean).join(' · ')
        }
        title={roomNames(i18n)[room]}
      />
      {line ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">{children(line)}</div>
      ) : (
        <NoLineTile answers={[answer]} failed={i18n.t('Your line didn’t load')} />
      )}
    </>
  );
}
