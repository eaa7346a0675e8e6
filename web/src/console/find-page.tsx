import { type Found, type FoundKind, searchConsole } from '@portside/contract/console/search';
import { useSearchParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ConsoleList } from './console-list.tsx';

const kinds: Readonly<Record<FoundKind, string>> = {
  customer: 'Customer',
  line: 'Line',
  order: 'Order',
  port_in: 'Port-in',
  card: 'Card',
};

const pageOf = ({ customerId }: Found) => `/customers/${customerId}`;

/** L03: what fits; the first one has the focus, arrows move, Enter opens. */
export function FindPage() {
  const [address] = useSearchParams();
  const q = address.get('q')?.trim() ?? '';
  if (q === '') {
    return (
      <section aria-labelledby="find-title" className="flex flex-col gap-4">
        <h1 className="text-title wrap-anywhere" id="find-title">
          Find
        </h1>
        <EmptyState level={2} title="Press / and type.">
          An email address, a number, a name, an order, an ICCID or a card’s last four.
        </EmptyState>
      </section>
    );
  }
  return <Results key={q} q={q} />;
}

function Results({ q }: { q: string }) {
  const { data } = useAnswer(searchConsole, { q });
  return (
    <div className="flex flex-col gap-4">
      <ConsoleList
        columns={[
          {
            head: 'Who or what',
            cell: (row) => (
              <>
                <TextLink to={pageOf(row)}>{row.title}</TextLink>
                <span className="block text-fine text-ink-soft md:hidden">{kinds[row.kind]}</span>
              </>
            ),
          },
          { head: 'Kind', cell: (row) => kinds[row.kind], wide: true },
          { head: 'Whose', cell: (row) => row.detail },
        ]}
        empty={data?.hint ?? 'Nothing fits.'}
        endpoint={searchConsole}
        focusesFirst
        input={{ q }}
        open={pageOf}
        rowKey={(row) => `${row.kind} ${row.id}`}
        rowsOf={({ results }) => results}
        title={`Found for “${q}”`}
      />
      {data?.more && <p role="status">{data.hint}</p>}
    </div>
  );
}
