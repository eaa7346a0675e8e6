import { useLingui } from '@lingui/react';
import { roleOn } from '@portside/contract/household-acts';
import { phone } from '@portside/contract/phone';
import type { LineDetail } from '@portside/contract/line-detail';
import { type LineRoom, linePage } from '@portside/contract/line-rooms';
import { isLineSection, roomOf, sectionActs } from '@portside/contract/line-rooms';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCan } from '../api/page.tsx';
import { useTitlePart } from '../api/page-title.ts';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { mayWith, sectionsOf } from './line-acts.ts';
import { LineHead } from './line-head-tile.tsx';
import { nicknameOf, roomNames } from './line-words.ts';
import { NoLineTile } from './no-line-tile.tsx';
import { NotYoursTile } from './not-yours-tile.tsx';
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
  const can = useCan();
  const asked = useLocation().hash.slice(1);
  const name = roomNames(i18n, line)[room];
  useTitlePart(name);
  // What has ended has its overview alone.
  if (line?.status === 'ended') return <RedirectPage to={linePage(id)} />;
  // Of all the room, or of the section that a link led to.
  const isTheirs = (shown: LineDetail) =>
    roleOn(shown) !== undefined &&
    (sectionsOf(shown, room, can).length === 0 ||
      (isLineSection(asked) && roomOf(asked) === room && !mayWith(shown, sectionActs[asked])));
  const number = line?.mdn && phone(line.mdn);
  return (
    <>
      <LineHead
        back={{ to: linePage(id), name: i18n.t('Back to the line') }}
        below={
          line &&
          [nicknameOf(line), number || i18n.t('Number on its way')].filter(Boolean).join(' · ')
        }
        title={name}
      />
      {line ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {isTheirs(line) && <NotYoursTile line={line} />}
          {children(line)}
        </div>
      ) : (
        <NoLineTile answers={[answer]} failed={i18n.t('Your line didn’t load')} />
      )}
    </>
  );
}
