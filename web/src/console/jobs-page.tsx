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

type GivenUp = ShownJobs['givenUp'][number];

/** L17: what was given up, what waits, and how the services outside answer. */
export function JobsPage() {
  const { timeZone } = useShop();
  const { can } = useMe();
  const retry = useSend(retryJob, { refresh: [viewJobs] });
  return (
    <>
      <ConsoleList
        actions={({ id }: GivenUp) =>
          can.includes(retryJob.name) && (
            <Button onClick={() => void retry({ id })} variant="secondary">
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

function Scrolled({ by, children }: { by: string; children: ReactNode }) {
  return (
    <div
      aria-labelledby={by}
      className="overflow-x-auto -outline-offset-2!"
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
    >
      {children}
    </div>
  );
}

function Services({ timeZone }: { timeZone: string }) {
  const { data } = useAnswer(viewJobs, {});
  if (!data) return null;
  return (
    <>
      <h2 className="mt-10 mb-2 text-lead" id="services">
        Services outside, last 24 hours
      </h2>
      <Scrolled by="services">
        <table aria-labelledby="services" className="w-full border-collapse">
          <thead>
            <tr>
              {['Service', 'Calls', 'Failed', 'Last answer', 'Last failure'].map((head) => (
                <th className={cell} key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.services.map((one) => (
              <tr key={`${one.port} ${one.name}`}>
                <td className={cell}>
                  {one.port} <span className="text-ink-soft">{one.name}</span>
                </td>
                <td className={cell}>{one.calls}</td>
                <td className={`${cell} whitespace-nowrap`}>
                  {one.failures}
                  {one.calls > 0 && ` (${Math.round((100 * one.failures) / one.calls)} %)`}
                </td>
                <td className={cell}>{one.lastAt ? moment(one.lastAt, timeZone) : 'Never'}</td>
                <td className={cell}>
                  {one.failedAt && `${moment(one.failedAt, timeZone)}: ${one.failure ?? ''}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <h2 className="mt-10 mb-2 text-lead" id="queues">
        Queues
      </h2>
      <Scrolled by="queues">
        <table aria-labelledby="queues" className="w-full border-collapse">
          <thead>
            <tr>
              {['Job', 'Waiting', 'Running', 'Given up', 'Oldest waits'].map((head) => (
                <th className={cell} key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.queues.map((one) => (
              <tr key={one.name}>
                <td className={cell}>{one.name}</td>
                <td className={cell}>{one.waiting}</td>
                <td className={cell}>{one.running}</td>
                <td className={cell}>{one.givenUp}</td>
                <td className={cell}>{Math.round(one.oldestSeconds)} s</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
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
