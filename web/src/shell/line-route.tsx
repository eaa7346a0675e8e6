import { lazy } from 'react';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';

const LinePanel = lazy(async () => ({
  default: (await import('../dashboard/line-panel.tsx')).LinePanel,
}));

/** Anything else under a line is not found (A18). */
export function loader({ params }: LoaderFunctionArgs) {
  if (params['act'] !== undefined && params['act'] !== 'renew') throw data(null, { status: 404 });
  return null;
}

/** K01, K02. */
export function Component() {
  const { id = '', act } = useParams();
  return <LinePanel id={id} isRenewal={act === 'renew'} />;
}
