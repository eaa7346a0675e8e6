import { useLingui } from '@lingui/react';
import { money } from '@portside/contract/formats';
import type { Plan } from '@portside/contract/plans';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Flag } from '../ui/flag.tsx';
import { Price } from '../ui/price.tsx';
import { Select } from '../ui/select.tsx';
import { signalOf } from '../ui/signal.ts';
import type { FurtherLine } from './cart.ts';
import { changePlan, removeLine } from './cart-lines.ts';
import { usePlansOnSale } from './use-plans-on-sale.ts';

interface CartLineListProps {
  lines: readonly FurtherLine[];
  /** Of a line that has another plan now. */
  onChanged: (number: number, plan: Plan) => void;
  /** @param next the line that is in its place, or before it */
  onRemoved: (plan: Plan, next: string | undefined) => void;
}

export const lineHeadingId = (key: string): string => `line-${key}`;

/** P03: what is in a cart of several lines, each with its plan. */
export function CartLineList({ lines, onChanged, onRemoved }: CartLineListProps) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const { plans, failed, retry } = usePlansOnSale();
  return (
    <>
      {lines.map(({ key, item }, at) => (
        <section
          aria-labelledby={lineHeadingId(key)}
          className={classes('pt-6 pb-8', at === 0 ? 'border-t-4 border-ink' : 'border-t')}
          key={key}
        >
          <div className="flex items-start gap-5">
            <Flag name={signalOf(item.flag)} size={40} />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="text-title" id={lineHeadingId(key)} tabIndex={-1}>
                  {i18n.t('Line {number}: {plan}', { number: at + 1, plan: item.retailName })}
                </h2>
                <Price amount={item.retailPrice} per="month" />
              </div>
              <ul className="mt-1 text-fine text-ink-soft">
                {item.retailDescription
                  .split('\n')
                  .filter((words) => words.trim() !== '')
                  .map((words) => (
                    <li key={words}>{words}</li>
                  ))}
              </ul>
            </div>
          </div>
          <div className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <Select
              className="min-w-60 grow basis-72"
              error={
                plans && !plans.some(({ id }) => id === item.id)
                  ? i18n.t('This plan is no longer on sale. Please choose another one.')
                  : undefined
              }
              label={i18n.t('Plan of line {number}', { number: at + 1 })}
              name={`plan-${key}`}
              onChange={(planId) => {
                const plan = plans?.find(({ id }) => id === planId);
                if (!plan) return;
                changePlan(key, plan);
                onChanged(at + 1, plan);
              }}
              options={optionsOf(item, plans).map(({ id, retailName, retailPrice }) => ({
                value: id,
                label: i18n.t('{plan}, {price}/mo', {
                  plan: retailName,
                  price: money(retailPrice, language),
                }),
              }))}
              readOnly={!plans}
              value={item.id}
            />
            <Button
              aria-label={i18n.t('Remove line {number}: {plan}', {
                number: at + 1,
                plan: item.retailName,
              })}
              // Level with the middle of the select.
              className="-ms-3 mb-1"
              icon="trash"
              onClick={() => {
                const next = lines[at + 1] ?? lines[at - 1];
                removeLine(key);
                onRemoved(item, next?.key);
              }}
              variant="quiet"
            >
              {i18n.t('Remove')}
            </Button>
          </div>
        </section>
      ))}
      {failed && (
        <FailedLoad level={2} onRetry={retry} title={i18n.t('The other plans didn’t load')} />
      )}
    </>
  );
}

/** What the line has stands there whether it is sold or not. */
function optionsOf(held: Plan, plans: readonly Plan[] = []): readonly Plan[] {
  return plans.some(({ id }) => id === held.id) ? plans : [held, ...plans];
}
