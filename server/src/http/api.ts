import { fillPath, type Endpoint, type Wire } from '@portside/contract/endpoint';
import { MOST_BYTES } from '@portside/contract/line-separation';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifySchema } from 'fastify';
import { parseCookie } from 'cookie';
import * as z from 'zod';
import type { App } from '../app.ts';
import { bearerOf, visitorOf } from './caller.ts';
import { openLimits, type Owners, type WithinLimits } from '../limits/limits.ts';
import { No } from './no.ts';
import { sendProblem } from './problems.ts';
import { sendAnswer } from './send-answer.ts';
import { serializers } from './serializers.ts';
import { dispatch, type HandedIn, type Route } from './serve.ts';
import { proveCrm, tenantOf } from './tenant.ts';
import type { Customer, Visitor } from './who.ts';

/** A file of {@link MOST_BYTES} in base64, and some more, so that what is too large is told so. */
const FILE_BYTES = Math.ceil((MOST_BYTES * 4) / 3) + 1024 * 1024;

export type Identify = (
  app: App,
  visitor: Visitor,
  token: string,
  call: string,
) => Promise<Customer | undefined>;

export function api(
  app: App,
  routes: readonly Route[],
  handedIn: HandedIn & { readonly identify: Identify },
  owners: Owners,
): FastifyPluginAsync {
  return async (http) => {
    http.setErrorHandler(sendProblem);
    http.setValidatorCompiler(() => () => true);
    http.setSerializerCompiler(serializers);
    takeEmptyBodies(http);
    const withinLimits = openLimits(app, owners);
    for (const route of routes) {
      for (const wire of [route.endpoint.wire, ...(route.endpoint.also ?? [])]) {
        mount(http, app, route, wire, handedIn, withinLimits);
      }
    }
    http.all('/app/*', { schema: { hide: true } }, async () => {
      throw new No('not_found');
    });
  };
}

/** Many programs name JSON in each call, a DELETE without a body included. */
export function takeEmptyBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

function mount(
  http: FastifyInstance,
  app: App,
  route: Route,
  wire: Wire,
  handedIn: HandedIn & { readonly identify: Identify },
  withinLimits: WithinLimits,
): void {
  const [method, path] = wire.split(' ') as [string, string];
  const { endpoint } = route;
  http.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: describe(endpoint, wire),
    ...(endpoint.file && { bodyLimit: FILE_BYTES }),
    handler: async (request, reply) => {
      const brand = tenantOf(app.brands, request.headers);
      const visitor = visitorOf(app, brand, request);
      refuseForgery(request);
      if (endpoint.caller === 'crm') proveCrm(app, brand, request.headers, visitor);
      const token = bearerOf(request);
      const customer = token
        ? await handedIn.identify(app, visitor, token, endpoint.name)
        : undefined;
      const nobody = token ? ({ ...visitor, tokenRefused: true } as const) : visitor;
      const who = customer ?? nobody;
      const input = inputOf(endpoint, request);
      const answer = await withinLimits(route, who, input, () =>
        dispatch(app, route, who, input, handedIn),
      );
      return sendAnswer(request, reply, endpoint, answer);
    },
  });
}

/** The cookie must be repeated in the header, which other sites cannot do (I20). */
export function refuseForgery(request: FastifyRequest): void {
  if (request.method === 'GET') return;
  const cookie = parseCookie(request.headers.cookie ?? '')['XSRF-TOKEN'];
  if (cookie && request.headers['x-xsrf-token'] !== cookie) {
    throw new No('forbidden');
  }
}

/** One flat input; the path wins. */
export function inputOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { file } = endpoint;
  const whole = file && typeof request.body === 'string' ? { [file]: request.body } : request.body;
  const body = whole ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new No('invalid');
  const named = Object.entries(endpoint.headers).map(([field, header]) => [
    field,
    request.headers[header],
  ]);
  return {
    ...(request.query as object),
    ...body,
    ...Object.fromEntries(named),
    ...(request.params as object),
  };
}

const described = new WeakMap<Endpoint, Map<Wire, FastifySchema>>();

/** Once a process. */
export function describe(endpoint: Endpoint, wire: Wire): FastifySchema {
  const known = described.get(endpoint) ?? new Map<Wire, FastifySchema>();
  described.set(endpoint, known);
  const schema = known.get(wire) ?? describeAnew(endpoint, wire);
  known.set(wire, schema);
  return schema;
}

function describeAnew(endpoint: Endpoint, wire: Wire): FastifySchema & { 'x-refusals': object } {
  const { used } = fillPath(wire, {});
  const input = jsonSchema(endpoint, 'input');
  const properties = Object.entries(input.properties ?? {});
  const pick = (keep: (field: string) => boolean) => ({
    type: 'object',
    properties: Object.fromEntries(properties.filter(([field]) => keep(field))),
    required: (input.required ?? []).filter(keep),
  });
  const named = (field: string) => field in endpoint.headers;
  const rest = pick((field) => !used.has(field) && !named(field));
  const hasRest = Object.keys(rest.properties).length > 0;
  const place = wire.startsWith('GET') ? 'querystring' : 'body';
  return {
    operationId:
      wire === endpoint.wire
        ? endpoint.name
        : `${endpoint.name}Also${wire.split(' ')[0]}${used.size}`,
    summary: endpoint.summary,
    tags: [wire.split('/')[endpoint.wire.includes('/console/') ? 3 : 2] ?? 'app'],
    ...(hasRest && { [place]: rest }),
    ...(used.size > 0 && { params: pick((field) => used.has(field)) }),
    ...(Object.keys(endpoint.headers).length > 0 && { headers: headerSchema(endpoint) }),
    security: tokenOf(endpoint),
    ...(endpoint.freshProof && { 'x-fresh-proof': endpoint.freshProof }),
    ...(endpoint.proofFor && { 'x-proof-for': endpoint.proofFor }),
    response: { 200: answerSchema(endpoint) },
    'x-refusals': endpoint.refusals,
    ...(endpoint.roles && { 'x-roles': endpoint.roles }),
    ...(endpoint.verified && { 'x-verified': endpoint.verified }),
  };
}

function tokenOf({ caller }: Endpoint) {
  if (caller === 'staff') return [{ token: [] }];
  return caller === 'customer' ? [{ client: [], token: [] }] : [{ client: [] }];
}

function answerSchema(endpoint: Endpoint) {
  if (!endpoint.document) return jsonSchema(endpoint, 'output');
  const file = { type: 'string', format: 'binary' };
  return { description: 'The file', content: { [endpoint.document]: { schema: file } } };
}

function headerSchema(endpoint: Endpoint) {
  const names = Object.values(endpoint.headers);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  };
}

interface ObjectJsonSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

function jsonSchema(endpoint: Endpoint, side: 'input' | 'output'): ObjectJsonSchema {
  const schema = z.toJSONSchema(endpoint[side], {
    target: 'draft-7',
    io: side,
    unrepresentable: 'any',
  }) as ObjectJsonSchema & { $schema?: string };
  delete schema.$schema;
  return schema;
}
