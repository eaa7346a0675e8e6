import type { Plan } from '@portside/contract/plans';
import type { LoaderFunctionArgs } from 'react-router';
import { hostOf } from '../api/page-context.ts';

/** The contract comes with the call: server-rendered pages need neither. */
export async function loadPlans(args: LoaderFunctionArgs): Promise<readonly Plan[]> {
  const { listPlans } = await import('@portside/contract/plans');
  const { plans } = await hostOf(args).call(listPlans, {}, { signal: args.request.signal });
  return plans;
}
