import * as z from 'zod';
import type { Porting, Subscription } from './objects.ts';
import { GigsNo, gigsNo, type GigsProject } from './project.ts';
import { found, type GigsRoute, list, metadata, paging, route } from './route.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const known = 'pending|initiated|active|restricted|ended';
const states = z
  .string()
  .regex(new RegExp(`^(?:${known})(?:,(?:${known}))*$`))
  .optional();
const listed = z.strictObject(paging);

/** Subscriptions, their usage and their changes. */
export function lineRoutes(project: GigsProject): GigsRoute[] {
  const { has, id, time, emit } = project;
  return [
    route(
      'GET /subscriptions',
      {
        query: z.strictObject({
          ...paging,
          plan: z.string().optional(),
          sim: z.string().optional(),
          status: states,
          user: z.string().optional(),
        }),
      },
      ({ query }) => {
        const asked = (query.status ?? 'pending,active').split(',');
        const fits = (one: Subscription) =>
          asked.includes(one.status) &&
          (!query.user || one.user.id === query.user) &&
          (!query.plan || one.plan.id === query.plan) &&
          (!query.sim || one.sim?.id === query.sim);
        return list(has.subscriptions.filter(fits), query);
      },
    ),
    route(
      'POST /subscriptions',
      {
        body: z.strictObject({
          plan: z.string(),
          user: z.string(),
          sim: z.string().nullish(),
          porting: z.string().nullish(),
          userAddress: z.string().nullish(),
          metadata,
        }),
      },
      ({ body }) => {
        const sim = body.sim ? found(has.sims, body.sim) : project.addSim('eSIM');
        if (sim.status !== 'inactive') throw gigsNo('simAlreadyUsed');
        const porting = body.porting ? found(has.portings, body.porting) : null;
        const made: Subscription = {
          object: 'subscription',
          id: id('sub'),
          metadata: body.metadata,
          createdAt: time(),
          activatedAt: null,
          endedAt: null,
          cancellationDetails: null,
          phoneNumber: null,
          plan: found(has.plans, body.plan),
          porting,
          sim,
          status: 'pending',
          user: found(has.users, body.user),
          userAddress: body.userAddress ?? null,
        };
        if (porting) begin(porting, made);
        has.subscriptions.unshift(made);
        emit('subscription.created', made);
        return made;
      },
    ),
    route('GET /subscriptions/{id}', {}, (asked) => found(has.subscriptions, asked.id)),
    route('DELETE /subscriptions/{id}', {}, (asked) => {
      const one = found(has.subscriptions, asked.id);
      if (one.status === 'ended') throw new GigsNo(422, 'invalid');
      const cancellationDetails = { cause: 'subscriptionEnded' };
      Object.assign(one, { status: 'ended', endedAt: time(), cancellationDetails });
      if (one.sim) project.retire(one.sim);
      emit('subscription.ended', one);
      return one;
    }),
    route(
      'GET /subscriptions/{id}/usage',
      {
        query: z.strictObject({
          ...paging,
          aggregation: z.enum(['daily', 'period', 'country']).default('daily'),
          start: day.optional(),
          end: day.optional(),
          period: z.coerce.number().optional(),
        }),
      },
      ({ id: of, query }) => {
        const { start, end } = query;
        if ((start === undefined) !== (end === undefined)) throw new GigsNo(400, 'invalid');
        const fits = (one: { day: string }) =>
          (!start || one.day >= start) && (!end || one.day <= end);
        const days = has.usage.filter((one) => one.subscription === of && fits(one));
        return list(
          days.map((one) => ({
            object: 'usageRecord',
            id: `${one.day}${one.roaming ? 'r' : ''}`,
            // What was not used is not told.
            ...(one.data > 0 && { data: one.data }),
            dataTetheringBytes: one.tethering,
            labels: { subscription: of, roaming: one.roaming ? 'international' : 'none' },
            start: `${one.day}T00:00:00Z`,
            end: new Date(Date.parse(one.day) + 86_400_000).toISOString(),
            ...(one.sms > 0 && { sms: one.sms }),
            ...(one.voice > 0 && { voice: one.voice }),
            updatedAt: one.updatedAt,
          })),
          query,
        );
      },
    ),
    route('GET /subscriptionChanges', { query: listed }, ({ query }) => list(has.changes, query)),
    route(
      'POST /subscriptionChanges',
      {
        body: z.strictObject({
          plan: z.string().nullish(),
          sim: z.string().nullish(),
          subscription: z.string(),
          when: z.enum(['now', 'renewal']),
        }),
      },
      ({ body }) => {
        const subscription = found(has.subscriptions, body.subscription);
        if (subscription.status !== 'active') throw new GigsNo(422, 'invalid');
        if (body.sim && project.refusedSims.has(body.sim)) {
          throw gigsNo('subscriptionChangeProviderMismatch');
        }
        const auto = body.sim === 'auto' ? project.addSim('eSIM') : undefined;
        const sim = body.sim ? (auto ?? found(has.sims, body.sim)) : null;
        if (sim && sim.status !== 'inactive') throw gigsNo('simAlreadyUsed');
        has.changes.unshift({
          object: 'subscriptionChange',
          id: id('sch'),
          createdAt: time(),
          appliedAt: null,
          failureCode: null,
          plan: body.plan ? found(has.plans, body.plan) : null,
          sim,
          status: 'pending',
          subscription: subscription.id,
          requestedChange: { plan: body.plan ?? null, sim: body.sim ?? null, when: body.when },
        });
        emit('subscriptionChange.created', has.changes[0] ?? {});
        return has.changes[0] ?? {};
      },
    ),
    route('GET /subscriptionChanges/{id}', {}, (asked) => found(has.changes, asked.id)),
    route('DELETE /subscriptionChanges/{id}', {}, (asked) => {
      const one = found(has.changes, asked.id);
      if (one.status !== 'pending') throw new GigsNo(422, 'invalid');
      one.status = 'deleted';
      if (one.sim?.type === 'eSIM') project.retire(one.sim);
      emit('subscriptionChange.deleted', one);
      return one;
    }),
  ];

  function begin(porting: Porting, made: Subscription): void {
    if (porting.status !== 'draft') throw gigsNo('subscriptionPortingAlreadyOpen');
    if (porting.user !== made.user.id) throw new GigsNo(422, 'invalid');
    if (porting.provider !== made.plan.provider) throw gigsNo('portingProviderMismatch');
    const status = porting.required.length > 0 ? 'informationRequired' : 'pending';
    Object.assign(porting, { status, subscription: made.id });
  }
}
