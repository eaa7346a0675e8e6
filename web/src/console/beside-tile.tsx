import { viewCustomer, type CustomerPage } from '@portside/contract/console/customers';
import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { viewVerification } from '@portside/contract/console/verification';
import { useEffect } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

/** L04, L12: the customer beside what they write, once they are verified; before, the masked minimum. */
export function BesideTile(props: {
  customerId: string;
  /** Whose they are, where nobody has logged in. */
  tells?: string;
}) {
  const { customerId: id, tells } = props;
  const me = useMe();
  if (!me.can.includes(viewCustomer.name)) return null;
  return (
    <aside
      aria-labelledby="beside-title"
      className="flex min-w-0 flex-col gap-3 border-t-2 border-ink pt-3"
    >
      <h2 className="text-lead" id="beside-title">
        Customer
      </h2>
      {tells && <p>{tells}</p>}
      <Beside id={id} />
    </aside>
  );
}

/** The page is asked for only while it is open: a refusal would stand in the audit. */
function Beside({ id }: { id: string }) {
  const answer = useAnswer(viewVerification, { id });
  if (answer.isPending) return <Skeleton lines={4} />;
  if (answer.isError) {
    return (
      <FailedPanel
        error={answer.error}
        loading={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  const { title, chats, until } = answer.data;
  if (until !== null) return <Open id={id} onClosed={() => void answer.refetch()} />;
  return (
    <>
      <p>{title}</p>
      <p className="text-ink-soft">
        {chats
          ? 'They write from their account right now: you can choose that as how you know them.'
          : 'Nothing of a customer is shown before you know that it is them.'}
      </p>
      <TextLink to={`/customers/${id}`}>Verify</TextLink>
    </>
  );
}

function Open({ id, onClosed }: { id: string; onClosed: () => void }) {
  const answer = useAnswer(viewCustomer, { id });
  const { data, error, dataUpdatedAt } = answer;
  const seconds = error ? 0 : data?.closesIn;
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(onClosed, seconds * 1000 + 500);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [seconds, dataUpdatedAt]);
  if (!data || error) return <Skeleton lines={4} />;
  return <Known page={data} />;
}

const words = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' ');

function Known({ page }: { page: CustomerPage }) {
  const { timeZone } = useShop();
  return (
    <>
      <p>
        <TextLink to={`/customers/${page.id}`}>{page.name || 'No name yet'}</TextLink>
        <span className="block break-all">{page.email}</span>
        <span className="block text-fine text-ink-soft">
          Open until {moment(page.verifiedUntil, timeZone)}
        </span>
      </p>
      <ul className="border-t">
        {page.lines.map((line) => (
          <li className="border-b py-2" key={line.id}>
            <p className="flex justify-between gap-4">
              <span className="font-strong">{phone(line.number) || 'No number yet'}</span>
              <span>{line.handedOverAt ? 'Handed over' : words(line.status)}</span>
            </p>
            <p className="text-fine text-ink-soft">
              {line.plan}
              {line.handedOverAt
                ? `. Handed over on ${moment(line.handedOverAt, timeZone)}`
                : line.paidUntil && `. Paid until ${moment(line.paidUntil, timeZone)}`}
              {line.heldUntil && `. On hold until ${moment(line.heldUntil, timeZone)}`}
              {line.takenOverAt && `. Taken over on ${moment(line.takenOverAt, timeZone)}`}
            </p>
          </li>
        ))}
      </ul>
      {page.lines.length === 0 && <p className="text-ink-soft">No lines.</p>}
      {page.credit > 0 && <p>Credit: {money(page.credit)}</p>}
    </>
  );
}
