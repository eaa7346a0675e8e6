import * as z from 'zod';
import { lineRoutes } from './lines.ts';
import { portingRoutes, postalAddress } from './portings.ts';
import type { UserAddress } from './objects.ts';
import { GigsNo, gigsNo, type GigsProject } from './project.ts';
import { found, type GigsRoute, list, metadata, paging, route, whole } from './route.ts';

const iccid = z.string().regex(/^([0-9]{19}F?|[0-9]{20})$/i);
const states = z.string().optional();
const listed = z.strictObject(paging);

export function gigsRoutes(project: GigsProject): GigsRoute[] {
  return [...peopleRoutes(project), ...simRoutes(project), ...lineRoutes(project)].concat(
    portingRoutes(project),
  );
}

function peopleRoutes({ has, id, time }: GigsProject): GigsRoute[] {
  return [
    route('GET ', {}, () => ({ object: 'project', id: 'test', name: 'Test', type: 'test' })),
    route('GET /plans', { query: z.strictObject({ ...paging, status: states }) }, ({ query }) =>
      list(has.plans, query),
    ),
    route('GET /plans/{id}', {}, (asked) => found(has.plans, asked.id)),
    route('POST /users/search', { body: z.strictObject({ email: z.email() }) }, ({ body }) =>
      whole(has.users.filter((one) => one.email === body.email)),
    ),
    route(
      'POST /users',
      {
        body: z.strictObject({
          email: z.email(),
          fullName: z.string().nullish(),
          preferredLocale: z
            .string()
            .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/)
            .default('en-US'),
          metadata,
        }),
      },
      ({ body }) => {
        if (has.users.some((one) => one.email === body.email)) throw gigsNo('userAlreadyExists');
        const about = { createdAt: time(), status: 'active', fullName: body.fullName ?? null };
        has.users.unshift({ object: 'user', id: id('usr'), ...body, ...about });
        return has.users[0] ?? {};
      },
    ),
    route('GET /users/{id}/addresses', { query: listed }, (asked) =>
      list(
        has.addresses.filter((one) => one.user === asked.id),
        asked.query,
      ),
    ),
    route('POST /users/{id}/addresses', { body: z.strictObject(postalAddress) }, (asked) => {
      const user = found(has.users, asked.id);
      const { line2 = null, state = null, ...rest } = asked.body;
      const of = { object: 'userAddress' as const, id: id('adr'), user: user.id };
      const address: UserAddress = { ...of, ...rest, line2, state };
      if (address.line1.startsWith('911 ')) throw gigsNo('userAddressInvalid');
      if (has.addresses.some((one) => sameAddress(one, address))) {
        throw gigsNo('userAddressAlreadyExists');
      }
      has.addresses.unshift(address);
      return address;
    }),
  ];
}

const sameAddress = (one: UserAddress, other: UserAddress) =>
  JSON.stringify({ ...one, id: '' }) === JSON.stringify({ ...other, id: '' });

function simRoutes({ has }: GigsProject): GigsRoute[] {
  const types = z.array(z.enum(['eSIM', 'pSIM'])).optional();
  return [
    route('POST /sims/search', { body: z.strictObject({ iccid, type: types }) }, ({ body }) =>
      whole(has.sims.filter((one) => one.iccid === body.iccid)),
    ),
    route('GET /sims/{id}', {}, (asked) => found(has.sims, asked.id)),
    route('GET /sims/{id}/eSimProfile', {}, (asked) => {
      const sim = found(has.sims, asked.id);
      const profile = has.profiles.get(sim.id);
      if (!profile) throw new GigsNo(404, 'notFound');
      return { object: 'eSimProfile', sim, ...profile };
    }),
    route('GET /sims/{id}/credentials', {}, (asked) => {
      const sim = found(has.sims, asked.id);
      if (sim.type !== 'eSIM') throw new GigsNo(404, 'notFound');
      const activationCode = `LPA:1$smdp.gigs.example$${sim.iccid.slice(-12)}`;
      return {
        object: 'simCredentials',
        activationCode,
        androidInstallUrl: `https://esim.example/android?carddata=${activationCode}`,
        iosInstallUrl: `https://esim.example/ios?carddata=${activationCode}`,
        qrCodeUrl: 'https://esim.example/qr.png',
      };
    }),
  ];
}
