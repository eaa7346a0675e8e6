import { endNotice, listNotices, type KeptNotice } from '@portside/contract/console/notices';
import { addNotice } from '@portside/contract/console/notices';
import { useState } from 'react';
import { useSend } from '../api/use-send.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { NoticeDialog } from './notice-dialog.tsx';
import { useShop } from './shop.ts';

const kinds = { outage: 'Outage', maintenance: 'Maintenance', news: 'News' } as const;
const states = { planned: 'Planned', shown: 'Shown now', over: 'Over' } as const;

/** L13: what pages and dashboards say about an outage or maintenance. */
export function NoticesPage() {
  const { timeZone } = useShop();
  const mayWrite = useMe().can.includes(addNotice.name);
  const [written, setWritten] = useState<KeptNotice | 'new'>();
  const [ending, setEnding] = useState<KeptNotice>();
  return (
    <>
      <ConsoleList
        above={mayWrite && <Button onClick={() => setWritten('new')}>Write a notice</Button>}
        actions={(row: KeptNotice) =>
          mayWrite &&
          row.state !== 'over' && (
            <span className="flex flex-wrap justify-end gap-1">
              <Button
                aria-label={`Change: ${row.texts.en}`}
                onClick={() => setWritten(row)}
                variant="quiet"
              >
                Change
              </Button>
              <Button
                aria-label={`End: ${row.texts.en}`}
                onClick={() => setEnding(row)}
                variant="quiet"
              >
                End
              </Button>
            </span>
          )
        }
        columns={[
          {
            head: 'State',
            cell: (row) => (
              <Badge tone={row.state === 'shown' ? 'mark' : 'quiet'}>{states[row.state]}</Badge>
            ),
          },
          {
            head: 'What it says',
            cell: (row) => (
              <span className="break-words">
                <strong className="font-strong">{kinds[row.kind]}:</strong> {row.texts.en}
              </span>
            ),
          },
          {
            head: 'Where',
            cell: (row) => (row.zipPrefix ? `ZIP ${row.zipPrefix}…` : 'Everywhere'),
          },
          { head: 'From', cell: (row) => moment(row.from, timeZone), wide: true },
          { head: 'Until', cell: (row) => moment(row.until, timeZone), wide: true },
          { head: 'By', cell: (row) => row.by, wide: true },
        ]}
        empty="There was no notice yet."
        endpoint={listNotices}
        every={60_000}
        rowKey={(row) => row.id}
        rowsOf={({ notices }) => notices}
        title="Notices"
      />
      {written && (
        <NoticeDialog
          notice={written === 'new' ? undefined : written}
          onClose={() => setWritten(undefined)}
        />
      )}
      {ending && <EndDialog notice={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function EndDialog({ notice, onClose }: { notice: KeptNotice; onClose: () => void }) {
  const end = useSend(endNotice, { refresh: [listNotices], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel="End it now"
      onClose={onClose}
      onConfirm={(signal) => end({ id: notice.id }, signal)}
      open
      subtitle={notice.texts.en}
      title="End this notice?"
    >
      {notice.state === 'planned'
        ? 'It will not be shown at all.'
        : 'Pages stop showing it within seconds.'}
    </QuestionDialog>
  );
}
