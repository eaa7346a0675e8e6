import { stateGoesWithZip } from '@portside/contract/places';
import { streetLine, type StreetAddress } from '@portside/contract/street-address';
import * as z from 'zod';
import type { World } from '../../../app.ts';
import { hours, later, minutes, seconds } from '../../../clock.ts';
import { callJson, type JsonAnswer } from '../../call-json.ts';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { AddressPort } from '../address.ts';
import type { UspsSettings } from './settings.ts';

/** The customer waits for it, and would not miss it. */
const PATIENCE_MS = 1500;
const CHECK_MS = 5000;
const KEPT = hours(1);
const MOST_KEPT = 2000;
/** An account has some sixty calls an hour at first. */
const PAUSE = minutes(10);
const EARLY = seconds(60);

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** A number in a string. */
  expires_in: z.coerce.number().positive(),
});

const details = z.object({ DPVConfirmation: z.string().nullish() }).nullish();

const found = z.object({
  address: z.object({
    streetAddress: z.string().min(1),
    secondaryAddress: z.string().nullish(),
    city: z.string().min(1),
    state: z.string(),
    ZIPCode: z.string(),
  }),
  additionalInfo: details,
  /** As its examples call it. */
  addressAdditionalInfo: details,
  matches: z.array(z.object({ code: z.string() })).nullish(),
});

type Found = z.infer<typeof found>;

interface Token {
  readonly text: string;
  readonly until: Date;
}

/** USPS Addresses v3. @param patience milliseconds that a customer may wait */
export function uspsAddress(
  settings: UspsSettings,
  { clock }: Pick<World, 'clock'>,
  patience = PATIENCE_MS,
): AddressPort {
  let token: Token | undefined;
  let asking: Promise<Token> | undefined;
  let pausedUntil: Date | undefined;
  const kept = new Map<string, { answer: StreetAddress | undefined; until: Date }>();

  /** Many who need one at once ask for one. */
  function currentToken(): Promise<Token> {
    if (token && clock.now() < token.until) return Promise.resolve(token);
    asking ??= askToken(settings, clock.now(), CHECK_MS)
      .then((fresh) => (token = fresh))
      .finally(() => (asking = undefined));
    return asking;
  }

  async function lookUp(address: StreetAddress): Promise<JsonAnswer> {
    const used = await currentToken();
    const answer = await callJson('address', urlOf(settings, address), {
      headers: { authorization: `Bearer ${used.text}` },
      timeout: patience,
    });
    if (answer.status !== 401) return answer;
    // Taken back before its time. Once: a second one is an answer.
    if (token === used) token = undefined;
    const next = await currentToken();
    return callJson('address', urlOf(settings, address), {
      headers: { authorization: `Bearer ${next.text}` },
      timeout: patience,
    });
  }

  return {
    name: 'usps',
    checks: true,
    async check() {
      await askToken(settings, clock.now(), CHECK_MS);
    },
    async find(address) {
      const key = JSON.stringify(address);
      const known = kept.get(key);
      if (known && clock.now() < known.until) return known.answer;
      if (pausedUntil && clock.now() < pausedUntil) return undefined;
      const answer = await within(lookUp(address), patience);
      if (answer.status === 429) {
        pausedUntil = later(clock.now(), PAUSE);
        throw failure('too many calls');
      }
      if (answer.status >= 500 || answer.status === 401 || answer.status === 403) {
        throw failure(`it answered ${answer.status}`);
      }
      // 400 and 404: it does not know the place.
      const place = answer.status === 200 ? read(answer) : undefined;
      kept.delete(key);
      kept.set(key, { answer: place, until: later(clock.now(), KEPT) });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return place;
    },
  };
}

async function askToken(settings: UspsSettings, now: Date, timeout: number): Promise<Token> {
  const { status, json } = await callJson('address', new URL('/oauth2/v3/token', settings.apiUrl), {
    method: 'POST',
    body: {
      grant_type: 'client_credentials',
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
    },
    timeout,
  });
  if (status === 400 || status === 401 || status === 403) {
    throw new CheckFailed(
      'address',
      'The login is refused. Look at USPS_CLIENT_ID and USPS_CLIENT_SECRET, and whether the app has Addresses',
    );
  }
  const { data } = tokenAnswer.safeParse(json);
  if (status !== 200 || !data) throw failure(`no token: it answered ${status}`);
  const until = later(now, seconds(data.expires_in) - EARLY);
  return { text: data.access_token, until };
}

function urlOf({ apiUrl }: UspsSettings, address: StreetAddress): URL {
  const url = new URL('/addresses/v3/address', apiUrl);
  const { streetUnit, city, state, zipCode } = address;
  const asked = {
    streetAddress: streetLine({ ...address, streetUnit: '' }),
    ...(streetUnit && { secondaryAddress: streetUnit }),
    city,
    state,
    ZIPCode: zipCode,
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url;
}

/** One building, and nothing else it could be. */
function read({ json }: JsonAnswer): StreetAddress | undefined {
  const { data } = found.safeParse(json);
  if (!data) throw failure('unreadable');
  const confirmed = (data.additionalInfo ?? data.addressAdditionalInfo)?.DPVConfirmation;
  const isOne = (data.matches ?? []).every(({ code }) => code === '31');
  if (!isOne || !confirmed || !'YSD'.includes(confirmed)) return undefined;
  return placeOf(data);
}

const oneStreet = /^(\S*\d\S*)\s+(?:(NE|NW|SE|SW|N|S|E|W)\s+)?(\S.*)$/;

function placeOf({ address }: Found): StreetAddress | undefined {
  const [, streetNumber, streetDirection = '', streetName] =
    oneStreet.exec(address.streetAddress.trim().toUpperCase()) ?? [];
  const { city, state, ZIPCode: zipCode } = address;
  if (!streetNumber || !streetName || !stateGoesWithZip(state, zipCode)) return undefined;
  const streetUnit = inWords(address.secondaryAddress ?? '');
  return {
    streetNumber,
    streetDirection,
    streetName: inWords(streetName),
    streetUnit,
    city: inWords(city),
    state,
    zipCode,
  };
}

/** It writes capitals: FULTON ST, 42ND ST NW, APT 4B. */
const inWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/\b(?:Ne|Nw|Se|Sw)$/g, (end) => end.toUpperCase())
    .replaceAll(/\b\d+[a-z]\b/g, (unit) => unit.toUpperCase())
    .replaceAll(/'S\b/g, "'s");

const failure = (why: string) => new OutsideFailure('address', 'not_done', new Error(why));

/** Token and look-up together. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure('no answer in time')), milliseconds);
  });
  promise.catch(() => {});
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
