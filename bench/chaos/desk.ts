import { decideApproval, listApprovals, refundOrder } from '@portside/contract/console/approvals';
import { listChats, replyToChat } from '@portside/contract/console/chats';
import {
  closeInboxMessage,
  listInbox,
  replyToInboxMessage,
} from '@portside/contract/console/inbox';
import { staffLogin, staffLoginCode, staffStepUp } from '@portside/contract/console/staff';
import { listStuck } from '@portside/contract/console/stuck';
import { startVerification } from '@portside/contract/console/verification';
import { demoPassword } from '@portside/contract/demo-people';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import { Failed } from '../../server/src/testing/caller.ts';
import { pause, type Calls } from './calls.ts';
import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

export interface ToRefund {
  readonly orderId: string;
  readonly customerId: string;
  readonly to: 'card' | 'credit';
}

/** An administrator in the console: gives back, answers who writes, and at the end looks what waits. */
export function openDesk(
  world: World,
  { insist, at, orNot }: Calls,
  ledger: Ledger,
  { seed, toRefund }: { seed: number; toRefund: ToRefund[] },
) {
  let token: string | undefined;
  const asked = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> =>
    insist(endpoint.name, (address) => at(address, 9_000_000, token).call(endpoint, input));
  async function come(): Promise<void> {
    const { email } = world.staffCode();
    const { challenge } = await asked(staffLogin, { email, password: demoPassword });
    const { code } = world.staffCode();
    ({ token } = await asked(staffLoginCode, { challenge, code }));
  }
  async function proven(): Promise<void> {
    await orNot(asked(staffStepUp, { code: world.staffCode().code }));
  }
  let nr = 0;
  const work = async () => {
    if (!token) await orNot(come());
    if (!token) return void (await pause(3000));
    try {
      nr += 1;
      const { chats } = await asked(listChats, {});
      const chat = chats.find(({ waitsSince }) => waitsSince);
      if (chat) {
        const clientId = `chaos-reply-${seed}-${nr}`;
        await asked(replyToChat, {
          id: chat.id,
          text: `We look into it (${clientId}).`,
          clientId,
        });
        ledger.kept.push({ kind: 'reply', id: `We look into it (${clientId}).` });
      }
      const { messages } = await asked(listInbox, {});
      const message = messages.find(({ waitsSince }) => waitsSince);
      if (message) {
        const clientId = `chaos-letter-${seed}-${nr}`;
        await asked(replyToInboxMessage, { id: message.id, text: 'Here is how.', clientId });
        await asked(closeInboxMessage, { id: message.id });
      }
      const refund = toRefund.shift();
      if (refund) {
        const { orderId: id, customerId, to } = refund;
        await asked(startVerification, { id: customerId, how: 'ticket', reference: 'HELP-1' });
        await proven();
        const why = { amount: 5, reason: 'goodwill', note: 'For the wait' } as const;
        const given = await orNot(
          asked(refundOrder, { id, to, ...why, idempotencyKey: `chaos-refund-${id}` }),
        );
        if (given) ledger.kept.push({ kind: 'refund', id: given.refundId });
      }
      for (const one of (await asked(listApprovals, {})).approvals.slice(0, 1)) {
        await orNot(asked(decideApproval, { id: one.id, approve: true, note: 'Seen' }));
      }
    } catch (error) {
      if (error instanceof Failed && error.status === 401) token = undefined;
      else await orNot(Promise.reject(error as Error));
    }
    await pause(2000);
  };
  async function stuck(): Promise<string[]> {
    for (let tries = 0; tries < 20; tries += 1) {
      try {
        if (!token) await come();
        const { items } = await asked(listStuck, {});
        // A card that its bank refuses stays refused.
        const ours = items.filter(({ kind }) => kind !== 'autopay');
        return ours.map((one) => `${one.kind} ${one.subject}: ${one.reason}`);
      } catch {
        token = undefined;
        await pause(3000);
      }
    }
    return ['Nobody of staff could look'];
  }
  return { work, stuck };
}
