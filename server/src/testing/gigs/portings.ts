import * as z from 'zod';
import { GigsNo, gigsNo, type GigsProject, lacks } from './project.ts';
import { found, type GigsRoute, list, paging, route } from './route.ts';

const phoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const postalAddress = {
  city: z.string().min(1),
  country: z.string().regex(/^[A-Z]{2}$/),
  line1: z.string().min(1),
  line2: z.string().nullish(),
  postalCode: z.string().min(1),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
};
const portingDetails = {
  accountNumber: z.string().min(1).optional(),
  accountPin: z.string().min(1).optional(),
  address: z.strictObject(postalAddress).optional(),
  birthday: day.optional(),
  donorProviderApproval: z.boolean().optional(),
  firstName: z.string().min(1).optional(),
  lastName: z.string().min(1).optional(),
};
const none = z.strictObject({});
const listed = z.strictObject(paging);
const ofLine = z.strictObject({ ...paging, subscription: z.string().optional() });

const OPEN = ['draft', 'initiated', 'pending', 'informationRequired', 'requested', 'declined'];

export function portingRoutes({ has, id, time, emit, incoming }: GigsProject): GigsRoute[] {
  return [
    route('GET /portOuts', { query: ofLine }, ({ query: { subscription, ...query } }) =>
      list(
        has.portOuts.filter((one) => !subscription || one.subscription === subscription),
        query,
      ),
    ),
    route('GET /portOuts/{id}', {}, (asked) => found(has.portOuts, asked.id)),
    route('POST /portOuts', { body: z.strictObject({ subscription: z.string() }) }, ({ body }) => {
      const { status, user } = found(has.subscriptions, body.subscription);
      if (status !== 'active') throw gigsNo('subscriptionNotActive');
      const none = { completedAt: null, expiredAt: null, failureReason: null };
      const about = { createdAt: time(), status: 'processing', ...body, user: user.id, ...none };
      const made = { object: 'portOut', id: id('pto'), behavior: 'portOut', ...about } as const;
      has.portOuts.unshift(made);
      emit('portOut.created', made);
      return made;
    }),
    route('GET /portOuts/{id}/credentials', {}, (asked) => {
      const given = has.credentials.find((one) => one.portOut === asked.id);
      if (!given) throw new GigsNo(404, 'notFound');
      return given;
    }),
    route('GET /portings', { query: listed }, ({ query }) => list(has.portings, query)),
    route('GET /portings/{id}', {}, (asked) => found(has.portings, asked.id)),
    route(
      'POST /portings',
      { body: z.strictObject({ phoneNumber, provider: z.string(), user: z.string() }) },
      ({ body }) => {
        found(has.users, body.user);
        const ends = incoming.get(body.phoneNumber);
        if (ends?.error) throw gigsNo(ends.error);
        const same = has.portings.filter((one) => one.phoneNumber === body.phoneNumber);
        if (same.some((one) => OPEN.includes(one.status))) throw gigsNo('portingAlreadyExists');
        const donor = { id: 'svp_1', country: 'US', name: 'AT&T' };
        has.portings.unshift({
          object: 'porting',
          id: id('prt'),
          createdAt: time(),
          ...body,
          subscription: null,
          status: 'draft',
          accountNumber: null,
          accountPinExists: false,
          firstName: null,
          lastName: null,
          birthday: null,
          address: null,
          donorProvider: { object: 'serviceProvider', ...donor },
          donorProviderApproval: null,
          required: [...(ends?.required ?? ['accountNumber', 'accountPin'])],
          declinedAttempts: 0,
          declinedCode: null,
          declinedMessage: null,
          lastDeclinedAt: null,
        });
        emit('porting.created', has.portings[0] ?? {});
        return has.portings[0] ?? {};
      },
    ),
    route('PATCH /portings/{id}', { body: z.strictObject(portingDetails) }, (asked) => {
      const one = found(has.portings, asked.id);
      if (!['draft', 'informationRequired', 'declined'].includes(one.status)) {
        throw gigsNo('portingNotUpdatable');
      }
      const { accountPin, ...rest } = asked.body;
      Object.assign(one, rest, accountPin && { accountPinExists: true });
      one.required = one.required.filter((field) => lacks(one, field));
      if (one.status !== 'draft' && one.required.length === 0) one.status = 'pending';
      emit('porting.updated', one);
      return one;
    }),
    route('POST /portings/{id}/cancel', { body: none }, (asked) => {
      const one = found(has.portings, asked.id);
      if (one.status === 'canceled') throw gigsNo('portingAlreadyCanceled');
      if (one.status === 'draft' || !OPEN.includes(one.status))
        throw gigsNo('portingNotCancelable');
      one.status = 'canceled';
      emit('porting.canceled', one);
      return one;
    }),
    route('DELETE /portings/{id}', {}, (asked) => {
      const one = found(has.portings, asked.id);
      if (one.status !== 'draft') throw gigsNo('portingNotDeletable');
      has.portings.splice(has.portings.indexOf(one), 1);
      emit('porting.deleted', one);
      return one;
    }),
  ];
}
