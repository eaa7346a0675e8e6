import { demoPassword, demoPeople } from '@portside/contract/demo-people';
import type { Trial } from '@portside/contract/trial';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { isSimulated } from '../settings/simulated.ts';
import { say } from '../words/say.ts';

/** Undefined where nothing is simulated: then no page knows a word of it. */
export function trialOf(app: App, brand: Brand, language: string): Trial | undefined {
  const { payment, carrier, mail } = app.adapters.of(brand.client.mvnoId);
  if (![payment, carrier, mail].some(isSimulated)) return undefined;
  const hasPeople = app.config.seed === 'demo' && brand === app.brands.first;
  return {
    ...(isSimulated(mail) && { mailbox: mailboxIn(language) }),
    ...(hasPeople && { people: peopleIn(language) }),
  };
}

const mailboxIn = (language: string): NonNullable<Trial['mailbox']> => ({
  lead: say(language, 'Sandbox: the email is in'),
  link: say(language, 'the mailbox'),
  url: '/sandbox/mail',
});

type People = NonNullable<Trial['people']>;

const peopleIn = (language: string): People => ({
  title: say(language, 'Demo people'),
  lead: say(language, 'This shop is a sandbox. Everybody’s password is'),
  password: demoPassword,
  hint: say(language, 'Sandbox: the demo people use {password}', { password: demoPassword }),
  all: demoPeople.map(({ firstName: name, email }, at) => {
    const [flag, has] = states[at] ?? states[1];
    return { name, email, flag, has: say(language, has) };
  }),
});

const states = [
  ['active', 'one active line, two cards, seven orders'],
  ['pending', 'nothing yet'],
  ['suspended', 'a transfer that has to be sent again'],
  ['ended', 'a line, and a session that has expired'],
] as const satisfies readonly (readonly [People['all'][number]['flag'], string])[];
