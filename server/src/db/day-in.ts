import { sql, type RawBuilder } from 'kysely';

/** The date that a moment has in a time zone, as 2026-11-25. */
export const dayIn = (moment: RawBuilder<unknown>, timeZone: string): RawBuilder<string> =>
  sql<string>`to_char(${moment} at time zone ${timeZone}::text, 'YYYY-MM-DD')`;
