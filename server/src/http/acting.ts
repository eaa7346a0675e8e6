import { lineNamed, type Endpoint } from '@portside/contract/endpoint';
import { type MemberRole, mayDo } from '@portside/contract/household-acts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { notFound, Refused, refused } from './no.ts';
import { forHolder, type Customer, type Owner, type Visitor } from './who.ts';

type ByTable = Refused<'holder_only' | 'member_only'>;

/** Who has a line of another account. Undefined when nobody was given it. */
export type MemberOf = (
  db: Query,
  tenant: number,
  lineId: string,
) => Promise<{ holder: Owner; member: Owner; role: MemberRole } | undefined>;

export interface Acting {
  readonly who: Visitor | Customer;
  /** The verb, as long as the table allows it: a line may be given or taken meanwhile. */
  readonly run: (work: (app: App) => Promise<unknown>) => Promise<unknown>;
}

/**
 * By the table of `household-acts.ts` (P04): as they are, for the holder, or refused. A stranger goes
 * on as they are, and finds no line.
 */
export async function actingAs(
  app: App,
  { name, act }: Endpoint,
  who: Visitor | Customer,
  input: Record<string, unknown>,
  memberOf: MemberOf | undefined,
): Promise<Acting | ByTable> {
  const asTheyAre: Acting = { who, run: (work) => work(app) };
  if (!act || !('customerId' in who)) return asTheyAre;
  if (!memberOf) throw new Error(`${name} is about a line, and nobody says whose it is`);
  const lineId = lineNamed(input);
  if (lineId === undefined) return asTheyAre;
  const look = async (db: Query): Promise<Customer | ByTable> => {
    const given = await memberOf(db, who.tenant, lineId);
    const { customerId } = who;
    if (customerId === given?.holder.customerId) {
      return mayDo('holder', act) ? who : refused('member_only');
    }
    if (!given || customerId !== given.member.customerId) return who;
    const { holder, role } = given;
    return mayDo(role, act) ? forHolder(who, holder, role) : refused('holder_only');
  };
  const first = await look(app.db.query);
  if (first instanceof Refused) return first;
  const mayChange = first.member !== undefined || !mayDo('holder', act);
  if (!mayChange) return { ...asTheyAre, who: first };
  const whyNot = async (db: Query): Promise<ByTable | undefined> => {
    const now = await look(db);
    if (now instanceof Refused) return now;
    if (now.customerId !== first.customerId) throw notFound();
    return undefined;
  };
  return { who: first, run: (work) => whileAllowed(app, whyNot, work, act === 'pay') };
}

class TakenMeanwhile extends Error {
  readonly answer: ByTable;

  constructor(answer: ByTable) {
    super('the line was given or taken meanwhile');
    this.answer = answer;
  }
}

/**
 * Asked again at the end of each transaction, which holds the line by then as whoever gives or takes it
 * does, and before the answer. A payment that was written down goes on.
 */
async function whileAllowed(
  app: App,
  whyNot: (db: Query) => Promise<ByTable | undefined>,
  work: (app: App) => Promise<unknown>,
  isPayment: boolean,
): Promise<unknown> {
  let isWritten = false;
  const transaction: App['db']['transaction'] = async (inside) => {
    const answer = await app.db.transaction(async (tx) => {
      const done = await inside(tx);
      const no = isPayment && isWritten ? undefined : await whyNot(tx);
      if (no) throw new TakenMeanwhile(no);
      return done;
    });
    isWritten = true;
    return answer;
  };
  try {
    const answer = await work({ ...app, db: { ...app.db, transaction } });
    return (isPayment ? undefined : await whyNot(app.db.query)) ?? answer;
  } catch (error) {
    if (error instanceof TakenMeanwhile) return error.answer;
    throw error;
  }
}
