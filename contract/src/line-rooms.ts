/** The pages of a line below its overview, `/dashboard/lines/{id}/…`, and what each of them has (K01). */
export const lineRooms = {
  usage: ['usage', 'plan', 'add-ons', 'autopay'],
  phone: ['sim', 'emergency-address', 'health', 'facts'],
  security: ['lost-phone', 'locks'],
  number: ['new-number', 'number', 'hold', 'hand-over', 'end'],
} as const;

export type LineRoom = keyof typeof lineRooms;
export type LineSectionId = (typeof lineRooms)[LineRoom][number];

export const isLineRoom = (room: string | undefined): room is LineRoom =>
  room !== undefined && Object.hasOwn(lineRooms, room);

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
