import type { Adapters, World } from '../app.ts';
import { refuseInsideTransaction } from '../db/database.ts';
import { sandboxCarrier } from './carrier/sandbox-carrier.ts';
import { builtInChat } from './chat/built-in-chat.ts';
import { builtInContent } from './content/built-in-content.ts';
import { cachedContent } from './content/cached-content.ts';
import { mailbox } from './mail/mailbox.ts';
import { smtpMail } from './mail/smtp-mail.ts';
import { sandboxPayment } from './payment/sandbox-payment.ts';
import { builtInTax } from './tax/built-in-tax.ts';

export function openAdapters(world: World): Adapters {
  return {
    payment: outsideTransactions('payment', sandboxPayment(world)),
    carrier: outsideTransactions('carrier', sandboxCarrier(world)),
    mail: outsideTransactions('mail', openMail(world)),
    content: outsideTransactions('content', cachedContent(world, builtInContent(world))),
    tax: outsideTransactions('tax', builtInTax()),
    chat: outsideTransactions('chat', builtInChat(world)),
  };
}

function openMail(world: World) {
  const { mail } = world.config;
  return mail.kind === 'smtp' ? smtpMail(mail) : mailbox(world);
}

/** A transaction must not wait for the network. */
export function outsideTransactions<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, verb, receiver) {
      const value: unknown = Reflect.get(target, verb, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        refuseInsideTransaction(`${name}.${String(verb)}`);
        return Reflect.apply(value, target, args);
      };
    },
  });
}
