import { listInbox } from '@portside/contract/console/inbox';
import { TextLink } from '../ui/text-link.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { CHAT_EVERY_MS } from './use-every.ts';
import { languageName, waiting } from './waiting.ts';

/** L12: who wrote in the contact form, how long they wait, and who has it. */
export function InboxPage() {
  const { timeZone } = useShop();
  const me = useMe();
  return (
    <ConsoleList
      endpoint={listInbox}
      rowsOf={({ messages }) => messages}
      columns={[
        {
          head: 'Who',
          cell: (row) => (
            <TextLink to={`/inbox/${row.id}`}>
              {row.name}
              <span className="sr-only">, {moment(row.writtenAt, timeZone)}</span>
            </TextLink>
          ),
        },
        {
          head: 'Waits',
          cell: (row) => (row.waitsSince ? waiting(row.waitsSince) : 'Answered'),
        },
        {
          head: 'Who has it',
          cell: ({ takenBy }) => (takenBy?.id === me.id ? 'You' : (takenBy?.name ?? 'Nobody')),
        },
        { head: 'Language', cell: (row) => languageName(row.language), wide: true },
        { head: 'Written', cell: (row) => moment(row.writtenAt, timeZone), wide: true },
      ]}
      empty="No message is open."
      every={CHAT_EVERY_MS}
      open={(row) => `/inbox/${row.id}`}
      rowKey={(row) => row.id}
      title="Messages"
    />
  );
}
