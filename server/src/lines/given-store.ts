import { sql, type RawBuilder } from 'kysely';
import type { Owner } from '../http/who.ts';
import { handedTo } from './period-store.ts';

/** Somebody else had the line then (P04). */
const wasTheirs = (line: RawBuilder<unknown>, at: RawBuilder<unknown>, who = sql`true`) =>
  sql`exists (
    select from line_members where line_members.line_id = ${line} and accepted_at is not null
      and ${at} >= accepted_at and (ended_at is null or ${at} < ended_at) and ${who})`;

/** Lines that somebody was given, also those that they have no more. */
const linesHad = ({ tenant, customerId }: Owner) =>
  sql`select line_id from line_members
    where line_members.tenant_id = ${tenant} and member_customer_id = ${customerId}`;

/**
 * A line that was separated is given as one that ended, with the SIM that was in it (P05). Of one that
 * somebody else has, not the SIM; they are given it with what they set themselves (P04).
 */
export const linesToGive = (ids: RawBuilder<unknown>, owner: Owner) =>
  wholeRows(sql`
    select jsonb_populate_record(lines, jsonb_strip_nulls(
        jsonb_build_object('iccid', former_iccid, 'imei', former_imei))
      || case when address_customer_id is null then '{}' else '{"service_address": null}'::jsonb end
      || case when ${hasMember} then '{"iccid": "", "imei": "", "esim_state": null}'::jsonb
        else '{}' end) as one
    from lines where id in (${ids})
    union all
    select jsonb_populate_record(null::lines, jsonb_build_object('id', id)
      || case when ${isTheirs(owner)} then jsonb_build_object('mdn', mdn, 'nickname', nickname,
        'icon', icon, 'plan_name', plan_name, 'status', status, 'sim_type', sim_type,
        'iccid', iccid, 'imei', imei, 'esim_state', esim_state) else '{}' end
      || case when address_customer_id = ${owner.customerId}
        then jsonb_build_object('service_address', service_address) else '{}' end) as one
    from lines where id in (${linesHad(owner)})`);

const hasMember = sql`exists (
  select from line_members where line_members.line_id = lines.id and state = 'accepted'
    and line_members.customer_id = lines.customer_id)`;

const isTheirs = ({ customerId }: Owner) => sql`exists (
  select from line_members where line_members.line_id = lines.id and state = 'accepted'
    and line_members.customer_id = lines.customer_id and member_customer_id = ${customerId})`;

/**
 * Of a line’s use: to each what is of their own time (P04). @param at a column of the table, or with
 * `of` the id of what it was asked for by, whose time counts; without one it is the holder’s
 */
export const ownTimeToGive = (table: string, at: string, of?: string) =>
  function ownTime(ids: RawBuilder<unknown>, owner: Owner) {
    const [line, column] = [sql.ref('one.line_id'), sql.ref(`one.${at}`)];
    const then = of
      ? sql`(select cause.asked_at from ${sql.table(of)} cause where cause.id = ${column})`
      : column;
    const self = sql`member_customer_id = ${owner.customerId}`;
    const rows = sql`select one.* from ${sql.table(table)} one`;
    return sql`${rows} where one.line_id in (${ids}) and not ${wasTheirs(line, then)}
      union all ${rows} where one.line_id in (${linesHad(owner)}) and ${wasTheirs(line, then, self)}`;
  };

/** To each what they asked for themselves. */
export const wishesToGive = (ids: RawBuilder<unknown>, owner: Owner) =>
  sql`select * from line_address_wishes
    where line_id in (${ids}) and member_customer_id is null
    union all
    select * from line_address_wishes
    where line_id in (${linesHad(owner)}) and member_customer_id = ${owner.customerId}`;

/**
 * Of what is counted by the hour or day, no part of one in which the line changed hands. Who had the lines
 * is read once, and not for each reading.
 */
export function ownUse(ids: RawBuilder<unknown>, owner: Owner) {
  const [line, from] = [sql.ref('usage_readings.line_id'), sql.ref('usage_readings.starts_at')];
  const all = sql`${ids} union ${linesHad(owner)}`;
  const spans = sql`select line_id, member_customer_id, accepted_at, ended_at from line_members
    where accepted_at is not null and line_id in (${all})`;
  const isOwn = sql`line_id in (${all}) and (
    (line_id in (${ids}) and not exists (
      select from spans where spans.line_id = ${line}
        and accepted_at < ${from} + interval '24 hours' and (ended_at is null or ended_at > ${from})))
    or exists (
      select from spans where spans.line_id = ${line} and member_customer_id = ${owner.customerId}
        and ${from} >= accepted_at and (ended_at is null or ${from} < ended_at)))`;
  return { spans, isOwn };
}

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
