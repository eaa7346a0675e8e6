import { placeOrder } from '@portside/contract/checkout';
import { editUser } from '@portside/contract/account';
import { demoPassword } from '@portside/contract/demo-people';
import { listLines, updateNickname } from '@portside/contract/lines';
import { listCards, listTransactions } from '@portside/contract/payments';
import { viewMe } from '@portside/contract/console/staff';
import { listSessions } from '@portside/contract/sessions';
import { createCrmTicket, crmLogin, login, register } from '@portside/contract/sign-in';
import { contactUs } from '@portside/contract/support';
import { callerAt, harbor, type Caller } from '../../server/src/testing/caller.ts';
import { mesa } from '../../server/src/testing/chatting.ts';
import { cards, fillCart, orderOf, paymentToken } from '../../server/src/testing/shopping.ts';
import { staffAt } from '../../server/src/testing/staff-caller.ts';
import type { Secret } from './judge.ts';
import type { People } from './run.ts';

/** Names that nothing sent contains. */
const markers = { harbor: 'Quillwyrm', mesa: 'Drubbleknap' };
/** On a server's database the product has no published one. */
export const crmSecret = 'only-for-fuzzed-calls';
const regPassword = 'Anchor7!';
const password = { regPassword, confirmRegPassword: regPassword };
/** An authenticator's code is good once. */
const NEXT_CODE_MS = 31_000;

const secrets: readonly Secret[] = [
  // Staff of their own brand may look for a customer.
  { words: markers.harbor, whose: 'another customer', except: ['admin'] },
  { words: markers.mesa, whose: 'a customer of another brand', except: [] },
];

/** Victims with words of their own, and callers who are not them. */
export async function openPeople(address: string): Promise<People> {
  const at = (shop: Record<string, string>, token?: string) => callerAt(address, token, () => shop);
  const marked = await markedPeople(at);
  let newcomers = 0;
  let customer: Caller | undefined;
  let own: readonly string[] = [];
  let agent: Caller | undefined;
  let admin = await staffAt(address, 'admin');

  async function enter(): Promise<void> {
    newcomers += 1;
    const network = { ...harbor, 'x-forwarded-for': `10.77.${newcomers >> 8}.${newcomers & 255}` };
    const email = `fuzz${newcomers}@example.com`;
    const person = { firstName: 'Noa', lastName: 'Fuzz', email, ...password };
    customer = at(network, (await at(network).call(register, person)).token);
    await buyLine(address, customer);
    own = await idsOf(customer);
    const { url } = await at(network).call(createCrmTicket, {
      crmSecret,
      email,
      agent: 'Dana Reyes',
      reason: 'Asked about a line',
    });
    const ticket = new URL(url).searchParams.get('ticket') ?? '';
    agent = at(network, (await at(network).call(crmLogin, { ticket })).token);
  }

  async function renew(): Promise<void> {
    const isIn = await customer?.call(listSessions, {}).then(
      () => true,
      () => false,
    );
    const agentIsIn = await agent?.call(listSessions, {}).then(
      () => true,
      () => false,
    );
    if (!isIn || !agentIsIn) await enter();
    const adminIsIn = await admin.call(viewMe, {}).then(
      () => true,
      () => false,
    );
    if (!adminIsIn) {
      await new Promise((resolve) => setTimeout(resolve, NEXT_CODE_MS));
      admin = await staffAt(address, 'admin');
    }
  }

  await renew();
  return {
    tokenOf: (caller) => {
      const who = { nobody: undefined, customer, agent, admin }[caller];
      return `Bearer ${who?.token ?? 'none'}`;
    },
    idsOf: (caller) => {
      const ofCaller = caller === 'customer' || caller === 'agent' ? own : [];
      return [...marked, ...ofCaller, ...ofCaller];
    },
    secrets,
    renew,
  };
}

type At = (shop: Record<string, string>, token?: string) => Caller;

/** @returns ids of what is theirs, for others to name */
async function markedPeople(at: At): Promise<string[]> {
  const { token } = await at(harbor).call(login, {
    email: 'maya@example.com',
    password: demoPassword,
  });
  const maya = at(harbor, token ?? undefined);
  await maya.call(editUser, { firstName: markers.harbor, lastName: markers.harbor });
  const { lines } = await maya.call(listLines, {});
  for (const { id } of lines) await maya.call(updateNickname, { id, nickname: markers.harbor });
  const other = { firstName: markers.mesa, lastName: markers.mesa, email: 'mia@example.com' };
  const mia = at(mesa, (await at(mesa).call(register, { ...other, ...password })).token);
  for (const [who, words] of [
    [maya, markers.harbor],
    [mia, markers.mesa],
  ] as const) {
    await who.call(contactUs, {
      name: words,
      email: 'a@example.com',
      message: `${words} asks for help`,
    });
  }
  return [...(await idsOf(maya)), ...(await idsOf(mia))];
}

/** An eSIM of a plan, paid with a card that is kept. */
async function buyLine(address: string, customer: Caller): Promise<void> {
  const shop = {
    anyone: customer,
    fetch: (path: string, init?: RequestInit) => fetch(address + path, init),
  };
  const token = await paymentToken(shop, cards.visa);
  const cart = await fillCart(shop);
  await customer.call(placeOrder, orderOf(cart, { paymentToken: token, saveCard: true }));
}

async function idsOf(customer: Caller): Promise<string[]> {
  const { lines } = await customer.call(listLines, {});
  const { cards: kept } = await customer.call(listCards, {});
  const { transactions } = await customer.call(listTransactions, {});
  const { sessions } = await customer.call(listSessions, {});
  return [...lines, ...kept, ...transactions, ...sessions].map(({ id }) => id);
}
