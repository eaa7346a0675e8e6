import type { World } from '../../../app.ts';
import type { LineVerbs, PlanChangeAnswer, PlanChangeRequest } from '../carrier-lines.ts';
import { carrierTables } from './store.ts';

type Asked = <T>(
  verb: string,
  about: string,
  work: () => Promise<T>,
  inWords: (answer: T) => string,
) => Promise<T>;

export const planVerbs = (
  world: World,
  asked: Asked,
): Pick<LineVerbs, 'changePlan' | 'viewPlan'> => ({
  changePlan: (change) =>
    asked(
      'change plan',
      `${change.msisdn} to ${change.planId}`,
      () => changePlan(world, change),
      ({ kind }) => kind,
    ),
  viewPlan: ({ msisdn }) =>
    asked(
      'view plan',
      msisdn,
      () => viewPlan(world, msisdn),
      (plan) => plan ?? 'as activated',
    ),
});

/** Refused for numbers that end in 86. Once for each key. */
async function changePlan(
  world: World,
  { key, msisdn, planId }: PlanChangeRequest,
): Promise<PlanChangeAnswer> {
  const tables = carrierTables(world.db.query);
  await tables
    .insertInto('sandbox_carrier_plan_changes')
    .values({
      key,
      msisdn,
      plan_id: planId,
      refused: msisdn.endsWith('86'),
      asked_at: world.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const made = await tables
    .selectFrom('sandbox_carrier_plan_changes')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (made.msisdn !== msisdn || made.plan_id !== planId) {
    throw new Error(`The idempotency key ${key} was used for another change of plan`);
  }
  return { kind: made.refused ? 'refused' : 'changed' };
}

async function viewPlan(world: World, msisdn: string): Promise<string | undefined> {
  const row = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_plan_changes')
    .select('plan_id')
    .where('msisdn', '=', msisdn)
    .where('refused', '=', false)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.plan_id;
}
