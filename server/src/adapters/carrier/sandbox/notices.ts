import * as z from 'zod';
import type { World } from '../../../app.ts';
import type { Tx } from '../../../db/database.ts';
import { type NewNotice, queueNotices } from '../../sandbox/outbox.ts';
import { readJson } from '../../sandbox/read-json.ts';
import { type CarrierNotice, noticeSubjects } from '../carrier.ts';
import { signAsSvix, svixSignatureHolds } from '../svix-signature.ts';

/** Long enough for the end's notice to overtake it. */
export const OVERTAKEN_MS = 4000;

type Changed = { id: string; object: CarrierNotice['about'] } & Record<string, unknown>;

export async function emit(
  world: World,
  tx: Tx,
  type: string,
  object: Changed,
  heldBack = 0,
): Promise<void> {
  await queueNotices(world, tx, [eventOf(world, type, object, heldBack)]);
}

/** A change in the CloudEvents shape that carriers send. */
export function eventOf(world: World, type: string, object: Changed, heldBack = 0): NewNotice {
  const id = world.random.id('msg');
  return {
    id,
    service: 'carrier',
    about: `${type} ${object.id}`,
    heldBack,
    body: {
      object: 'event',
      id,
      type,
      specversion: '1.0',
      source: 'https://carrier.sandbox.example',
      time: world.clock.now().toISOString(),
      data: object,
    },
  };
}

export function carrierNoticeHeaders(
  world: World,
  id: string,
  body: string,
): Record<string, string> {
  const signed = signAsSvix(id, body, signingKey(world), world.clock.now());
  return { 'content-type': 'application/json', ...signed };
}

export function readCarrierNotice(
  world: World,
  headers: Record<string, string | undefined>,
  body: string,
): CarrierNotice | undefined {
  if (!svixSignatureHolds(headers, body, signingKey(world), world.clock.now())) return undefined;
  const event = readJson(carrierEvent, body);
  if (!event) return undefined;
  const about = noticeSubjects.find((one) => one === event.data.object);
  return { id: event.id, about: about ?? 'other', ref: event.data.id };
}

const carrierEvent = z.object({
  id: z.string(),
  data: z.object({ id: z.string(), object: z.string() }),
});

function signingKey(world: World): Uint8Array {
  return world.secrets.key('sandbox carrier notices');
}
