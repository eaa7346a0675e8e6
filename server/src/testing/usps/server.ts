import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

export const uspsLogin = { clientId: 'consumer-key', clientSecret: 's3cret-of-the-test' };

const tokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

const query = z.strictObject({
  streetAddress: z.string().min(1),
  secondaryAddress: z.string().min(1).optional(),
  city: z.string().optional(),
  state: z.string().regex(/^[A-Z]{2}$/),
  ZIPCode: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
});

interface UspsRequest {
  line: string;
  accept: string | undefined;
  sent: string | Record<string, string>;
}

interface Place {
  street: string;
  city: string;
  state: string;
  zip: string;
  dpv?: string;
  matches?: string[];
  /** As its examples call the details. */
  isOlder?: boolean;
}

/** By what was asked, in small letters: streets misspelled, moved, with two meanings or none. */
const places: Readonly<Record<string, Place>> = {
  '120 fulton street': { street: '120 FULTON ST', city: 'NEW YORK', state: 'NY', zip: '10038' },
  '120 fultn street': { street: '120 FULTON ST', city: 'NEW YORK', state: 'NY', zip: '10038' },
  '12 n oak street': { street: '12 N OAK ST', city: 'SPRINGFIELD', state: 'IL', zip: '62702' },
  '3120 m st': {
    street: '3120 M ST NW',
    city: 'WASHINGTON',
    state: 'DC',
    zip: '20007',
    isOlder: true,
  },
  '1 main st': {
    street: '1 MAIN ST N',
    city: 'NEW YORK',
    state: 'NY',
    zip: '10038',
    matches: ['22'],
  },
  '99 nowhere ln': { street: '99 NOWHERE RD', city: 'TROY', state: 'NY', zip: '12180', dpv: 'N' },
};

/** Speaks the documented wire of OAuth and Addresses v3, and refuses what it does not know. */
export async function openUsps() {
  const server = {
    /** The latest last. */
    requests: [] as UspsRequest[],
    /** What the next look-ups are answered. */
    results: [] as { status: number; body: object }[],
    tokens: 0,
    asked: 0,
    mode: 'up' as 'up' | 'broken' | 'silent' | 'busy',
    /** Takes every token back. */
    forget: () => {
      valid.clear();
    },
  };
  const valid = new Set<string>();
  const http = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://usps');
      const { accept, 'content-type': type } = request.headers;
      server.requests.push({
        line: `${request.method} ${pathname}`,
        accept,
        sent: body || Object.fromEntries(searchParams),
      });
      const answer = (status: number, json: object) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(json));
      };
      if (`${request.method} ${pathname}` === 'POST /oauth2/v3/token') {
        if (type !== 'application/json') return answer(415, { error: 'invalid_request' });
        const { data } = tokenRequest.safeParse(JSON.parse(body));
        const isKnown =
          data?.client_id === uspsLogin.clientId && data.client_secret === uspsLogin.clientSecret;
        if (!isKnown) return answer(401, { error: 'invalid_client' });
        server.tokens += 1;
        const token = `token-${server.tokens}`;
        valid.add(token);
        return answer(200, {
          access_token: token,
          token_type: 'Bearer',
          issued_at: '1763640000000',
          expires_in: '28799',
          status: 'approved',
        });
      }
      if (`${request.method} ${pathname}` !== 'GET /addresses/v3/address') return answer(404, {});
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
      if (scheme !== 'Bearer' || !valid.has(token)) return answer(401, error('401'));
      const { data } = query.safeParse(Object.fromEntries(searchParams));
      if (!data) return answer(400, error('400'));
      server.asked += 1;
      if (server.mode === 'silent') return;
      if (server.mode === 'broken') return answer(503, error('503'));
      if (server.mode === 'busy') return answer(429, error('429'));
      const result = server.results.shift();
      if (result) return answer(result.status, result.body);
      const place = places[data.streetAddress.toLowerCase()];
      if (!place) return answer(400, error('010005'));
      return answer(200, found(place, data.secondaryAddress));
    })();
  });
  await new Promise<void>((listening) => {
    http.listen(0, '127.0.0.1', listening);
  });
  const { port } = http.address() as AddressInfo;
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}`,
    close() {
      http.closeAllConnections();
      http.close();
    },
  });
}

const error = (code: string) => ({ apiVersion: 'v3', error: { code, message: 'No', errors: [] } });

function found(
  { street, city, state, zip, dpv = 'Y', matches = ['31'], isOlder }: Place,
  unit?: string,
) {
  const details = { deliveryPoint: '20', carrierRoute: 'C036', DPVConfirmation: dpv, vacant: 'N' };
  return {
    firm: null,
    address: {
      streetAddress: street,
      streetAddressAbbreviation: null,
      secondaryAddress: unit?.toUpperCase() ?? null,
      city,
      cityAbbreviation: null,
      state,
      ZIPCode: zip,
      ZIPPlus4: '3704',
      urbanization: null,
    },
    ...(isOlder
      ? { addressAdditionalInfo: details, addressCorrections: null, addressMatches: null }
      : {
          additionalInfo: details,
          corrections: [{ code: '', text: '' }],
          matches: matches.map((code) => ({ code, text: '' })),
        }),
  };
}
