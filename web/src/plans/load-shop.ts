import type { ShownLabel } from '@portside/contract/plan-label';
import type { Plan } from '@portside/contract/plans';
import type { LoaderFunctionArgs } from 'react-router';
import { hostOf } from '../api/page-context.ts';
import { loadPlans } from './load-plans.ts';

export interface Shop {
  readonly plans: readonly Plan[];
  readonly labels: readonly ShownLabel[];
  readonly files: boolean;
  readonly open: boolean;
}

export async function loadShop(args: LoaderFunctionArgs): Promise<Shop> {
  const { listLabels } = await import('@portside/contract/plans');
  const [plans, { labels, files, open }] = await Promise.all([
    loadPlans(args),
    hostOf(args).call(listLabels, {}, { signal: args.request.signal }),
  ]);
  return { plans, labels, files, open };
}
