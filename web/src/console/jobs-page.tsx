import {
  examineServices,
  retryJob,
  type ShownJobs,
  viewJobs,
} from '@portside/contract/console/jobs';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { QUEUE_EVERY_MS } from './use-every.ts';

type GivenUp = ShownJobs['givenUp'][number];

/** L17: what was given up, what waits, and how the services outside answer. */
export function JobsPage() {
  const { timeZone } = useShop();
  const { can } = useMe();
  const retry = useSend(retryJob, { refresh: [viewJobs] });
  return (
    <>
      <ConsoleList
        actions={({ id, name, at }: GivenUp) =>
          can.includes(retryJob.name) && (
            <Button
              aria-label={`Try again: ${name}, ${moment(at, timeZone)}`}
              onClick={() => void retry({ id })}
              variant="secondary"
            >
              Try again
            </Button>
          )
        }
        columns={[
          { head: 'Given up', cell: (row) => row.name },
          { head: 'When', cell: (row) => moment(row.at, timeZone) },
          { head: 'Tries', cell: (row) => row.tries, align: 'end' },
          { head: 'Last error', cell: (row) => <span className="break-words">{row.error}</span> },
        ]}
        empty="No job was given up."
        endpoint={viewJobs}
        every={QUEUE_EVERY_MS}
        rowKey={(row) => row.id}
        rowsOf={({ givenUp }) => givenUp}
        title="Jobs and services"
      />
      <Services timeZone={timeZone} />
      {can.includes(examineServices.name) && <Doctor />}
    </>
  );
}

const cell = 'border-b px-2 py-2 text-start align-top tabular-nums';

interface SheetProps {
  id: string;
  title: string;
  heads: readonly string[];
  rows: readonly (readonly [name: string, ...others: ReactNode[]])[];
}

/** What is only read. */
function Sheet({ id, title, heads, rows }: SheetProps) {
  return (
    <>
      <h2 className="mt-10 mb-2 text-lead" id={id}>
        {title}
      </h2>
      <div
        aria-labelledby={id}
        className="overflow-x-auto -outline-offset-2!"
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
      >
        <table aria-labelledby={id} className="w-full border-collapse">
          <thead>
            <tr>
              {heads.map((head) => (
                <th className={cell} key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells[0]}>
                {cells.map((value, at) => (
                  <td className={cell} key={heads[at]}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Services({ timeZone }: { timeZone: string }) {
  const { data } = useAnswer(viewJobs, {});
  if (!data) return null;
  return (
    <>
      <Sheet
        heads={['Service', 'Calls', 'Failed', 'Last answer', 'Last failure']}
        id="services"
        rows={data.services.map(({ port, name, calls, failures, lastAt, failedAt, failure }) => [
          `${port} ${name}`,
          calls,
          <span className="whitespace-nowrap" key="failed">
            {failures}
            {calls > 0 && ` (${Math.round((100 * failures) / calls)} %)`}
          </span>,
          lastAt ? moment(lastAt, timeZone) : 'Never',
          failedAt && `${moment(failedAt, timeZone)}: ${failure ?? ''}`,
        ])}
        title="Services outside, last 24 hours"
      />
      <Sheet
        heads={['Job', 'Waiting', 'Running', 'Given up', 'Oldest waits']}
        id="queues"
        rows={data.queues.map(({ name, waiting, running, givenUp, oldestSeconds }) => [
          name,
          waiting,
          running,
          givenUp,
          `${Math.round(oldestSeconds)} s`,
        ])}
        title="Queues"
      />
    </>
  );
}

/** Asked for when the page opens: it calls every service. */
function Doctor() {
  const { data, isPending, isError, isFetching, error, refetch } = useAnswer(examineServices, {});
  return (
    <section aria-labelledby="doctor" className="mt-10">
      <h2 className="mb-2 text-lead" id="doctor">
        Doctor
      </h2>
      {isPending && <Skeleton lines={4} />}
      {isError && (
        <FailedLoad
          level={3}
          loading={isFetching}
          onRetry={() => void refetch()}
          title={error.message}
        />
      )}
      <ul className="flex flex-col gap-2">
        {data?.findings.map(({ about, fine, text, todo }) => (
          <li key={`${about} ${text}`}>
            <span className="font-strong">
              {fine ? 'Fine' : 'Wrong'}: {about}
            </span>{' '}
            {text}
            {todo && <span className="block text-ink-soft">{todo}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
