import * as z from 'zod';

const MSISDN = z.string().regex(/^\d{10}$/);
const sim = z.string().regex(/^89\d{16,18}$/);
const imei = z.string().regex(/^(?:\d{15})?$/);

const street = { streetNumber: z.string(), streetDirection: z.string(), streetName: z.string() };

const move = {
  MSISDN,
  sim,
  eSim: z.literal('N'),
  BAN: z.literal(''),
  imei,
  subscriber: z.strictObject({
    firstName: z.string().min(1),
    lastName: z.string().min(1),
    ...street,
    streetType: z.string(),
    zipCode: z.string().regex(/^(?:\d{5})?$/),
  }),
  old_service_provider: z.strictObject({
    billingAccountNumber: z.string().min(1),
    billingAccountPassword: z.string(),
    firstName: z.string().min(1),
    lastName: z.string().min(1),
  }),
};

const of = <const Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.strictObject({ requestType: z.literal(type), ...fields });

/** Every request that the shape has, with its fields and no others. */
export const requests = z.discriminatedUnion('requestType', [
  of('Activate', {
    partnerTransactionId: z.string().min(1),
    imei,
    sim,
    eSim: z.literal('N'),
    EID: z.literal(''),
    BAN: z.literal(''),
    firstName: z.string().min(1),
    lastName: z.string().min(1),
    ...street,
    zip: z.string().regex(/^\d{5}$/),
    plan: z.string().min(1),
    portMdn: z.literal(''),
  }),
  of('subsriberInquiry', { MSISDN: z.string(), sim: z.string() }),
  of('suspendSubscriber', { MSISDN, reasonCode: z.literal('NPG') }),
  of('restoreSubscriber', { MSISDN, reasonCode: z.literal('CR') }),
  of('deactivateSubscriber', { MSISDN, reasonCode: z.literal('DD') }),
  of('swapMSISDN', { MSISDN, zipCode: z.string() }),
  of('portinRequest', {
    partnerTransactionId: z.string().min(1),
    planCode: z.string().min(1),
    ...move,
  }),
  of('portinUpdate', move),
  of('portinStatus', { MSISDN }),
  of('portinCancel', { MSISDN }),
]);

export type Request = z.infer<typeof requests>;
export type RequestOf<Type extends Request['requestType']> = Extract<
  Request,
  { requestType: Type }
>;
