import type { viewStaffPlan } from '@portside/contract/console/plans';
import type { OutputOf } from '@portside/contract/endpoint';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

type Versions = OutputOf<typeof viewStaffPlan>['versions'];

/** What each version changed, of a plan or an add-on. */
export function VersionsPanel({ versions }: { versions: Versions }) {
  const { timeZone } = useShop();
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-4">
      <h2 className="text-lead" id="versions">
        Versions
      </h2>
      {versions.length === 0 && <p>It is as the plan file has it. Nobody has edited it here.</p>}
      {versions.map((one) => (
        <div className="flex flex-col gap-2 border-t pt-2" key={one.number}>
          <h3 className="font-strong">
            {one.number === 0 ? 'Plan file' : `Version ${one.number}`}
          </h3>
          <p className="text-fine text-ink-soft">
            Saved by {one.savedBy}, {moment(one.savedAt, timeZone)}.{' '}
            {one.publishedAt
              ? `Published by ${one.publishedBy}, ${moment(one.publishedAt, timeZone)}.`
              : 'Not published.'}
          </p>
          {one.changes.length > 0 && <Changes changes={one.changes} number={one.number} />}
        </div>
      ))}
    </section>
  );
}

function Changes(props: { number: number; changes: Versions[0]['changes'] }) {
  return (
    <table className="w-full table-fixed border-collapse text-start text-fine">
      <caption className="sr-only">What version {props.number} changed</caption>
      <thead>
        <tr>
          {['What', 'Before', 'After'].map((head) => (
            <th className="py-1 pe-3 text-start font-strong" key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.changes.map(({ what, from, to }) => (
          <tr className="border-t" key={what}>
            <th className="py-1 pe-3 text-start align-top font-normal" scope="row">
              {what}
            </th>
            <td className="py-1 pe-3 align-top break-words whitespace-pre-line">
              {from || 'None'}
            </td>
            <td className="py-1 pe-3 align-top break-words whitespace-pre-line">{to || 'None'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
