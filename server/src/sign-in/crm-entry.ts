import type {
  createCrmTicket as createCrmTicketCall,
  crmLogin as crmLoginCall,
} from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { seconds } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOf, type Visitor } from '../http/who.ts';
import { pageAddress } from '../emails/email.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';

const TICKET_LIVES = seconds(60);

type CrmTicket = Pick<ParsedInputOf<typeof createCrmTicketCall>, 'email' | 'agent' | 'reason'>;

/** A link that opens a customer's account to an agent, once, within 60 seconds. */
export async function createCrmTicket(
  app: App,
  who: Pick<Visitor, 'tenant'>,
  input: CrmTicket,
): Promise<OutputOf<typeof createCrmTicketCall> | Refused<'unknown_customer'>> {
  const { tenant } = who;
  const reader = { brand: app.brands.byTenant(tenant), language: 'en' };
  const person = await account.findPerson(app.db.query, tenant, input.email);
  if (!person) return refused('unknown_customer');
  const { token, expiresAt } = await app.db.transaction((tx) =>
    codes.issueTicket(app, tx, {
      tenant,
      purpose: 'crm',
      subject: person.id,
      note: JSON.stringify([input.agent, input.reason]),
      lives: TICKET_LIVES,
    }),
  );
  return {
    url: pageAddress(reader, `/crm-login?ticket=${token}`),
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Opens the agent's session, records who and why in the activity and emails the customer. The
 * reason stays out of the email: the address may be somebody else's.
 */
export async function openTicket(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof crmLoginCall>,
): Promise<OutputOf<typeof crmLoginCall> | Refused<'ticket_expired'>> {
  return app.db.transaction(async (tx) => {
    const ticket = await codes.useTicket(app, tx, {
      tenant: who.tenant,
      purpose: 'crm',
      token: input.ticket,
    });
    if (!ticket) return refused('ticket_expired');
    const [agent, reason] = JSON.parse(ticket.note) as [string, string];
    const way = { by: 'ticket', agent, reason } as const;
    const { token } = await sessions.openSession(app, tx, who, ticket.subject, way);
    const person = await viewPerson(tx, ownerOf(who.tenant, ticket.subject));
    await postNotice(app, tx, who, person, 'agent_entered', { agent });
    return { token, message: say(who.language, 'The account is open for 15 minutes.') };
  });
}
