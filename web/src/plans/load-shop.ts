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
  const [{ plans, ...rest }, { labels, files, open }] = await Promise.all([
    call(listPlans, {}, { signal }),
    call(listLabels, {}, { signal }),
  ]);
  // A process of the version before doesn't tell them.
  const addOns = 'addOns' in rest ? rest.addOns : [];
  return { plans, addOns, labels, files, open };
}
