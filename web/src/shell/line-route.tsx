import { lineRooms } from '@portside/contract/line-rooms';
import { lazy } from 'react';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';

const LinePanel = lazy(async () => ({
  default: (await import('../dashboard/line-panel.tsx')).LinePanel,
}));

const acts: ReadonlySet<string> = new Set(['renew', 'add-on', 'plan', ...Object.keys(lineRooms)]);

/** Anything else under a line is not found (A18). */
export function loader({ params }: LoaderFunctionArgs) {
  const { act } = params;
  if (act !== undefined && !acts.has(act)) throw data(null, { status: 404 });
  return null;
}

/** K01, K02, K10. */
export function Component() {
  const { id = '', act } = useParams();
  return <LinePanel act={act} id={id} />;
}
