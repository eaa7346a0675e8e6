import type { LineAct } from './household-acts.ts';

/** The pages of a line below its overview, `/dashboard/lines/{id}/…`, and what each of them has (K01). */
export const lineRooms = {
  usage: ['usage', 'plan', 'add-ons', 'autopay'],
  phone: ['health', 'sim', 'emergency-address', 'facts'],
  security: ['lost-phone', 'locks', 'household'],
  number: ['new-number', 'number', 'hold', 'hand-over', 'end'],
} as const;

export type LineRoom = keyof typeof lineRooms;
export type LineSectionId = (typeof lineRooms)[LineRoom][number];

/** Who sees a section, by the table of `household-acts.ts` (P04). */
export const sectionActs: Readonly<Record<LineSectionId, LineAct>> = {
  usage: 'use',
  plan: 'pay',
  'add-ons': 'pay',
  // Who pays sees whether it is on; to change it is the holder’s.
  autopay: 'pay',
  health: 'use',
  sim: 'use',
  'emergency-address': 'use',
  facts: 'use',
  'lost-phone': 'share',
  locks: 'share',
  household: 'own',
  'new-number': 'own',
  number: 'own',
  hold: 'own',
  'hand-over': 'own',
  end: 'own',
};

export const isLineRoom = (room: string | undefined): room is LineRoom =>
  room !== undefined && Object.hasOwn(lineRooms, room);

export const isLineSection = (section: string): section is LineSectionId =>
  Object.hasOwn(sectionActs, section);

/** Undefined for what the overview has itself, or nobody. */
export const roomOf = (section: string): LineRoom | undefined =>
  (Object.keys(lineRooms) as LineRoom[]).find((room) =>
    (lineRooms[room] as readonly string[]).includes(section),
  );

/** The address of a line's overview. */
export const linePage = (id: string): string => `/dashboard/lines/${id}`;

export const lineRoom = (id: string, room: LineRoom): string => `${linePage(id)}/${room}`;

/** Where something of a line is. */
export const linePlace = (id: string, section: LineSectionId): string =>
  `${linePage(id)}/${roomOf(section) ?? ''}#${section}`;
