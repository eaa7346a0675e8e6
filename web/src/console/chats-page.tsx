import { listChats, type WaitingChat } from '@portside/contract/console/chats';
import { TextLink } from '../ui/text-link.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { CHAT_EVERY_MS } from './use-every.ts';
import { languageName, waiting } from './waiting.ts';

export const whoWrites = ({ name, customerId }: Pick<WaitingChat, 'name' | 'customerId'>): string =>
  name ?? (customerId === null ? 'Not logged in' : 'A closed account');

/** L12: who waits, how long, and who has it. */
export function ChatsPage() {
  const { timeZone } = useShop();
  const me = useMe();
  return (
    <ConsoleList
      endpoint={listChats}
      rowsOf={({ chats }) => chats}
      columns={[
        {
          head: 'Who',
          cell: (row) => (
            <TextLink to={`/chats/${row.id}`}>
              {whoWrites(row)}
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
        { head: 'Last written', cell: (row) => moment(row.writtenAt, timeZone), wide: true },
      ]}
      empty="No chat is open."
      every={CHAT_EVERY_MS}
      open={(row) => `/chats/${row.id}`}
      rowKey={(row) => row.id}
      title="Chats"
    />
  );
}
