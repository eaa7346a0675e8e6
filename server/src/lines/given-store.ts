import { sql, type RawBuilder } from 'kysely';
import { handedTo } from './period-store.ts';

/** A line that was separated is given as one that ended, with the SIM that was in it (P05). */
export const linesToGive = (ids: RawBuilder<unknown>) =>
  wholeRows(sql`
    select jsonb_populate_record(lines, jsonb_strip_nulls(
      jsonb_build_object('iccid', former_iccid, 'imei', former_imei))) as one
    from lines where id in (${ids})`);

/** Of a line that was separated not what its days were worth, which are another account's now (P05). */
export const periodsToGive = (ids: RawBuilder<unknown>) =>
  wholeRows(sql`
    select jsonb_populate_record(line_periods, case
      when starts_with(cut_by, ${handedTo('')}) and exists (
        select from lines where lines.id = line_id and separated_at is not null
      ) then '{"was_from": null, "was_to": null, "cut_cents": null}'::jsonb
      else '{}'::jsonb end) as one
    from line_periods where line_id in (${ids})`);

/** With "offset 0" each row is made once, and not for each of its columns anew. */
const wholeRows = (rows: RawBuilder<unknown>) =>
  sql`select (one).* from (${rows} offset 0) as made`;
