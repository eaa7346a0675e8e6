import type { AddOn } from '@portside/contract/add-on';
import type { ShownLabel } from '@portside/contract/plan-label';
import type { Plan } from '@portside/contract/plans';
import type { LoaderFunctionArgs } from 'react-router';
import { hostOf } from '../api/page-context.ts';

export interface Shop {
  readonly plans: readonly Plan[];
  readonly addOns: readonly AddOn[];
  readonly labels: readonly ShownLabel[];
  readonly files: boolean;
  readonly open: boolean;
}

export async function loadShop(args: LoaderFunctionArgs): Promise<Shop> {
  const { listLabels, listPlans } = await import('@portside/contract/plans');
  const { call } = hostOf(args);
  const { signal } = args.request;
  const [{ plans, addOns }, { labels, files, open }] = await Promise.all([
    call(listPlans, {}, { signal }),
    call(listLabels, {}, { signal }),
  ]);
  return { plans, addOns, labels, files, open };
}
