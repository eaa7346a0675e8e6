import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query } from '../db/database.ts';
import { type Owners, openLimits } from '../limits/limits.ts';
import { describe, inputOf, refuseForgery, takeEmptyBodies } from './api.ts';
import { bearerOf, visitorOf } from './caller.ts';
import { No, Refused } from './no.ts';
import { sendProblem } from './problems.ts';
import { sendAnswer } from './send-answer.ts';
import { serializers } from './serializers.ts';
import { dispatchStaff, type StaffGates, type StaffRoute } from './serve-staff.ts';
import { brandOfHost } from './site.ts';
import { tenantOf } from './tenant.ts';
import type { Owner, Staff, Visitor } from './who.ts';

/** A call as the audit keeps it. */
interface StaffCall {
  readonly who: Visitor | Staff;
  readonly call: string;
  readonly about: string | undefined;
  readonly owner: Owner | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly outcome: string;
}

export interface ServedConsole extends StaffGates {
  readonly routes: readonly StaffRoute[];
  identify(app: App, visitor: Visitor, token: string): Promise<Staff | undefined>;
  /** In the transaction of what it tells. */
  note(app: App, db: Query, call: StaffCall): Promise<void>;
  /** Where everything is simulated: the codes of the moment. */
  demoStaff(app: App): Promise<readonly { email: string; role: string; code: string }[]>;
}

const FILE_BYTES = 4 * 1024 * 1024;

const NAMES_A_SHOP = ['x-api-key', 'company-code', 'mvnoid'];

/** By the three headers where a program sends them, else by the host (docs/decisions/0880). */
function brandOf(app: App, request: FastifyRequest): Brand {
  const isNamed = NAMES_A_SHOP.some((name) => request.headers[name] !== undefined);
  return isNamed ? tenantOf(app.brands, request.headers) : brandOfHost(app, request);
}

/** Nobody's browser is known, and no customer is told of wrong tries at a member of staff. */
const owners: Owners = {
  knows: async () => false,
  addressOf: async () => '',
  noteTries: async () => undefined,
};

export function consoleApi(app: App, served: ServedConsole): FastifyPluginAsync {
  return async (http) => {
    http.setErrorHandler(sendProblem);
    http.setValidatorCompiler(() => () => true);
    http.setSerializerCompiler(serializers);
    takeEmptyBodies(http);
    http.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const withinLimits = openLimits(app, owners);
    for (const route of served.routes) {
      const { endpoint } = route;
      const [method, path] = endpoint.wire.split(' ') as [string, string];
      http.route({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema: describe(endpoint, endpoint.wire),
        ...(endpoint.file && { bodyLimit: FILE_BYTES, onRequest: refuseNobody }),
        handler: async (request, reply) => {
          const visitor = visitorOf(app, brandOf(app, request), request);
          refuseForgery(request);
          const token = bearerOf(request);
          const staff = token ? await served.identify(app, visitor, token) : undefined;
          const who = staff ?? visitor;
          const input = inputOf(endpoint, request);
          const answer = await withinLimits(route, who, input, () =>
            audited(app, served, route, who, input),
          );
          return sendAnswer(request, reply, endpoint, answer);
        },
      });
    }
    http.all('/console/api/*', { schema: { hide: true } }, async () => {
      throw new No('not_found');
    });
  };
}

/** Before a large body is read. */
async function refuseNobody(request: FastifyRequest): Promise<void> {
  if (!bearerOf(request)) throw new No('unauthenticated');
}

/**
 * Each transaction of the call writes a row of the audit with what it commits; a call without one, or
 * that ends in something else, writes it before it is answered.
 */
async function audited(
  app: App,
  served: ServedConsole,
  route: StaffRoute,
  who: Visitor | Staff,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { endpoint } = route;
  let owner: Owner | undefined;
  let detail: Record<string, unknown> = {};
  const noting = {
    ...who,
    noteAbout: (found: Owner) => (owner = found),
    noteDetail: (more: Readonly<Record<string, unknown>>) => (detail = { ...detail, ...more }),
  };
  if (endpoint.unaudited || endpoint.caller !== 'staff') {
    return dispatchStaff(app, route, noting, input, served);
  }
  detail = Object.fromEntries(
    (endpoint.audited ?? []).flatMap((field) =>
      input[field] === undefined ? [] : [[field, input[field]]],
    ),
  );
  const about = typeof input.id === 'string' ? idOf(input.id) : undefined;
  let written: string | undefined;
  const note = async (db: Query, outcome: string) => {
    await served.note(app, db, { who, call: endpoint.name, about, owner, detail, outcome });
    written = outcome;
  };
  const db: App['db'] = {
    ...app.db,
    transaction: (work) =>
      app.db.transaction(async (tx) => {
        const answer = await work(tx);
        await note(tx, outcomeOf(answer));
        return answer;
      }),
  };
  try {
    const answer = await dispatchStaff({ ...app, db }, route, noting, input, served);
    if (written !== outcomeOf(answer)) await note(app.db.query, outcomeOf(answer));
    return answer;
  } catch (error) {
    // What was typed into a wrong field may be a card or a password.
    if (error instanceof No && error.code === 'invalid') detail = {};
    // What nobody was logged in for is in the log of wrong tokens, not in the audit.
    if ('staffId' in who) await note(app.db.query, error instanceof No ? error.code : 'failed');
    throw error;
  }
}

/** Anything may be typed in the place of an id, a customer's address too. */
const idOf = (text: string) =>
  /^[\w.:-]+$/.test(text) && !/^\d{7,}$/.test(text) ? text.slice(0, 64) : 'no id';

const outcomeOf = (answer: unknown) => (answer instanceof Refused ? answer.reason : 'done');
