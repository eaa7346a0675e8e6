import type { LineHousehold, LineRole } from '@portside/contract/household-acts';
import { foundPeople } from '../account/find-people.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { selfOf, type Customer, type Owner } from '../http/who.ts';
import { givenLine, givenLinesOf, type GivenLine } from '../lines/members.ts';

/** What a customer is to a line that is given to somebody, or offered to be (P04). */
export interface Standing {
  readonly lineId: string;
  /** Undefined: somebody is invited, and until they accept it is the customer's alone. */
  readonly role: LineRole | undefined;
  readonly holder: Owner;
  readonly household: LineHousehold;
}

/** Of all lines that they give, or have of others; by line. */
export async function standingsOf(
  app: App,
  db: Query,
  who: Owner,
): Promise<ReadonlyMap<string, Standing>> {
  return told(db, who, await givenLinesOf(app, db, who));
}

/** Undefined: the line is the customer's alone. */
export async function standingOn(
  app: App,
  db: Query,
  who: Customer,
  lineId: string,
): Promise<Standing | undefined> {
  const given = await givenLine(app, db, who.tenant, lineId);
  return given && (await told(db, selfOf(who), [given])).get(lineId);
}

async function told(
  db: Query,
  { tenant, customerId }: Owner,
  given: readonly GivenLine[],
): Promise<ReadonlyMap<string, Standing>> {
  const other = (one: GivenLine) =>
    one.holder.customerId === customerId ? one.member : one.holder;
  const ids = [...new Set(given.flatMap((one) => other(one)?.customerId ?? []))];
  const people = ids.length === 0 ? [] : await foundPeople(db, tenant, ids);
  const names = new Map(people.map(({ id, firstName }) => [id, firstName]));
  return new Map(
    given.map((one): [string, Standing] => {
      const { lineId, holder, member, role } = one;
      const name = names.get(other(one)?.customerId ?? '') ?? '';
      if (holder.customerId !== customerId) {
        return [lineId, { lineId, role, holder, household: { as: role, holder: name } }];
      }
      const { email } = one;
      const household: LineHousehold = member
        ? { as: 'holder', member: { name, email, role } }
        : { as: 'holder', invited: { email, role, until: one.until.toISOString() } };
      return [lineId, { lineId, role: member && 'holder', holder, household }];
    }),
  );
}
