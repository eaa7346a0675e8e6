import { useLingui } from '@lingui/react';
import { Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { hostOf } from '../api/page-context.ts';
import { usePage } from '../api/page.tsx';
import { loadPlans } from '../plans/load-plans.ts';
import { PlanList } from '../plans/plan-list.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Hero } from './hero-panel.tsx';
import { Rest } from './rest-when-needed.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { viewHome } = await import('@portside/contract/content');
  const { signal } = args.request;
  const [plans, words] = await Promise.all([
    loadPlans(args),
    hostOf(args).call(viewHome, {}, { signal }),
  ]);
  return { plans, words };
}

/** A01. */
export function Component() {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const { plans, words } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero plans={plans} words={words} />
      <section aria-labelledby="plans" className="page pb-20 md:pb-28">
        <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <h2 className="text-display" id="plans">
            {words.plansTitle}
          </h2>
          <TextLink className="font-strong" to="/shop">
            {i18n.t('Compare all plans')}
          </TextLink>
        </div>
        <PlanList
          // The whole label would delay the first paint; shop and checkout show it.
          below={
            brand.labels
              ? ({ id, retailName }) => (
                  <TextLink className="flex min-h-6 w-fit items-center" to={`/shop#${id}`}>
                    {i18n.t('Broadband Facts')}
                    <span className="sr-only">: {retailName}</span>
                  </TextLink>
                )
              : undefined
          }
          level={3}
          plans={shortList(plans)}
        />
      </section>
      <Suspense>
        <Rest words={words} />
      </Suspense>
    </>
  );
}

/** At most three: the popular one between the smallest and the largest. */
function shortList<Plan extends { popular: boolean; retailPrice: number }>(plans: readonly Plan[]) {
  const byPrice = plans.toSorted((a, b) => a.retailPrice - b.retailPrice);
  const popular = byPrice.find((plan) => plan.popular) ?? byPrice[1];
  return [...new Set([byPrice[0], popular, byPrice.at(-1)])].filter((plan) => plan !== undefined);
}
