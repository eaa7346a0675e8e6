import {
  type AdapterKind,
  adapterKinds,
  type AdapterSettings,
  settingsOf,
} from '../settings/adapter-settings.ts';
import type { Adapters, BrandAdapters, World } from '../app.ts';
import { refuseInsideTransaction } from '../db/database.ts';
import { gigsCarrier } from './carrier/gigs/carrier.ts';
import { noAddressCheck } from './address/address.ts';
import { uspsAddress } from './address/usps/address.ts';
import { sandboxCarrier } from './carrier/sandbox/carrier.ts';
import { wholesaleCarrier } from './carrier/wholesale/carrier.ts';
import { builtInChat } from './chat/built-in/chat.ts';
import { chatwootChat } from './chat/chatwoot/chat.ts';
import { intercomChat } from './chat/intercom/chat.ts';
import { builtInContent } from './content/built-in/content.ts';
import { cachedContent } from './content/cached-content.ts';
import { keptContent } from './content/kept-content.ts';
import { strapiContent } from './content/strapi/content.ts';
import { mailbox } from './mail/mailbox/mailbox.ts';
import { whilePatient } from '../process/patience.ts';
import { traced } from '../process/traces.ts';
import { smtpMail } from './mail/smtp/mail.ts';
import { sandboxPayment } from './payment/sandbox/payment.ts';
import { insideService } from './push/sandbox/browsers.ts';
import { webPush } from './push/web-push/push.ts';
import { isSandboxed } from './sandbox/sandboxed.ts';
import { openTally, serviceOf } from './outside-tally.ts';
import { noSms, sandboxSms } from './sms/sandbox/sms.ts';
import { twilioSms } from './sms/twilio/sms.ts';
import { avalaraTax } from './tax/avalara/tax.ts';
import { builtInTax } from './tax/built-in/tax.ts';

type Kind = AdapterKind;
type Openers = {
  readonly [K in Kind]: (
    world: World,
    settings: AdapterSettings[K],
  ) => Adapters[K] | Promise<Adapters[K]>;
};

/** A new adapter: its kind in `AdapterSettings`, its constructor here. */
const openers: Openers = {
  async payment(world, payment) {
    if (payment.kind === 'sandbox') return sandboxPayment(world);
    // Its library is the largest of all: only who charges by it has it in memory.
    const { stripePayment } = await import('./payment/stripe/payment.ts');
    return stripePayment(payment, world);
  },
  carrier: openCarrier,
  mail: (world, mail) => (mail.kind === 'smtp' ? smtpMail(mail) : mailbox(world)),
  sms(world, sms) {
    if (sms.kind === 'twilio') return twilioSms(sms);
    return isTrial(world) ? sandboxSms(world) : noSms;
  },
  push: (world) => webPush(world, isTrial(world) ? insideService(world) : undefined),
  content(world, content) {
    const own = cachedContent(world, builtInContent(world));
    return content.kind === 'strapi' ? keptContent(world, strapiContent(content, world), own) : own;
  },
  tax: (world, tax) => (tax.kind === 'avalara' ? avalaraTax(tax, world) : builtInTax()),
  chat: openChat,
  address: (world, address) =>
    address.kind === 'usps' ? uspsAddress(address, world) : noAddressCheck(),
};

/** Its texts and notices go where its emails go. */
const isTrial = (world: World) => !world.config.production && isSandboxed(world, 'mail');

function openCarrier(world: World, settings: AdapterSettings['carrier']) {
  switch (settings.kind) {
    case 'sandbox':
      return sandboxCarrier(world);
    case 'gigs':
      return gigsCarrier(settings, world);
    case 'wholesale':
      return wholesaleCarrier(settings, world);
  }
}

function openChat(world: World, settings: AdapterSettings['chat']) {
  switch (settings.kind) {
    case 'built-in':
      return builtInChat(world);
    case 'intercom':
      return intercomChat(settings, world);
    case 'chatwoot':
      return chatwootChat(settings);
  }
}

/** Brands with the same settings share an adapter. @param change a test's, once for each adapter */
export async function openAdapters(
  world: World,
  change: (opened: Adapters, tenantId: number) => Adapters = (same) => same,
): Promise<BrandAdapters> {
  const tally = openTally(world);
  const opened = new Map<string, Adapters[Kind]>();
  const changed = new Map<object, object>();
  const sets = new Map<number, Adapters>();
  for (const brand of world.brands.all) {
    const settings = settingsOf(world.config.adapters, brand.id);
    const ports = new Map<Kind, Adapters[Kind]>();
    for (const kind of adapterKinds) ports.set(kind, await once(kind, settings, brand.id));
    const set = setOf((kind) => ports.get(kind));
    const news = change(set, brand.client.mvnoId);
    for (const kind of adapterKinds) {
      if (!changed.has(set[kind])) changed.set(set[kind], news[kind]);
    }
    sets.set(
      brand.client.mvnoId,
      setOf((kind) => changed.get(set[kind])),
    );
  }

  async function once<K extends Kind>(kind: K, settings: AdapterSettings, brandId: string) {
    const key = JSON.stringify([kind, settings[kind]]);
    const known = opened.get(key);
    if (known) return known;
    const port = outsideTransactions(kind, await openers[kind](world, settings[kind]), (answer) =>
      tally.count(serviceOf(kind, brandId), answer),
    );
    opened.set(key, port);
    return port;
  }

  function of(tenantId: number): Adapters {
    const set = sets.get(tenantId);
    if (!set) throw new Error(`There is no brand of tenant ${tenantId}`);
    return set;
  }

  return {
    of,
    sharing(kind, tenantId) {
      const tenants = [...sets.keys()];
      if (tenantId === undefined) return tenants;
      return tenants.filter((tenant) => of(tenant)[kind] === of(tenantId)[kind]);
    },
    each(kind) {
      const ports = new Set(world.brands.all.map((brand) => of(brand.client.mvnoId)[kind]));
      return [...ports].map((port) => ({
        port,
        brands: world.brands.all.filter((brand) => of(brand.client.mvnoId)[kind] === port),
      }));
    },
    saveTally: () => tally.save(),
    close() {
      tally.close();
      for (const port of opened.values()) if ('close' in port) port.close?.();
    },
  };
}

const setOf = (portOf: (kind: Kind) => unknown): Adapters =>
  Object.fromEntries(adapterKinds.map((kind) => [kind, portOf(kind)])) as unknown as Adapters;

/** A transaction must not wait for the network, and a person not for long. */
export function outsideTransactions<Port extends object>(
  name: string,
  port: Port,
  count: (answer: Promise<unknown>) => Promise<unknown> = (same) => same,
): Port {
  return new Proxy(port, {
    get(target, verb, receiver) {
      const value: unknown = Reflect.get(target, verb, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        refuseInsideTransaction(`${name}.${String(verb)}`);
        const step = () => ({
          name: `${name}.${String(verb)}`,
          kind: 'outside' as const,
          attributes: { 'portside.port': name },
        });
        const answer = traced(step, () =>
          whilePatient(name, () => Reflect.apply(value, target, args) as unknown),
        );
        return answer instanceof Promise ? count(answer) : answer;
      };
    },
  });
}
