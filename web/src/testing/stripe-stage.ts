import type { PublicPayment } from '@portside/contract/brand';
import type { ConfirmationToken, StripeError } from '@stripe/stripe-js';
import { type OpenStripeFrame, standInStripe, type Told } from './stripe-stand-in.ts';

type Behaviour = 'well' | 'script blocked' | 'script silent' | 'frame blocked' | 'frame silent';

/** The provider in a browser without a network: a field stands where its frame would. */
export class StripeStage {
  static #stages = 0;
  readonly #number = (StripeStage.#stages += 1);
  /** Another address each time, because a page loads a script once. */
  readonly payment: PublicPayment = {
    kind: 'stripe',
    scriptUrl: `https://js.stripe.com/${this.#number}/stripe.js`,
    publishableKey: `pk_test_${this.#number}`,
  };
  /** How the next script or frame behaves. */
  behave: Behaviour = 'well';
  /** The next token is refused so. */
  error: StripeError | undefined;
  /** What the page told the provider last. */
  told: Told | undefined;
  /** A token comes only then. */
  tokenAfter: Promise<void> | undefined;
  scripts = 0;
  frames = 0;
  /** A silent frame answers after all. */
  speak: () => void = () => undefined;
  readonly tokens: { holder: string | undefined; setupFutureUsage: string | undefined }[] = [];
  readonly #night = Object.assign(new EventTarget(), { matches: false });
  readonly #watch = new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) this.#answer(added);
  });

  constructor() {
    this.#watch.observe(document.head, { childList: true });
    Object.assign(globalThis, { matchMedia: () => this.#night });
  }

  nightfall() {
    this.#night.dispatchEvent(new Event('change'));
  }

  close() {
    this.#watch.disconnect();
    Reflect.deleteProperty(globalThis, 'Stripe');
    Reflect.deleteProperty(globalThis, 'matchMedia');
  }

  #answer(added: Node) {
    if (!(added instanceof HTMLScriptElement) || added.src !== this.payment.scriptUrl) return;
    this.scripts += 1;
    if (this.behave === 'script silent') return;
    const isBlocked = this.behave === 'script blocked';
    if (!isBlocked) Object.assign(globalThis, { Stripe: standInStripe(this.#openFrame) });
    added.dispatchEvent(new Event(isBlocked ? 'error' : 'load'));
  }

  readonly #openFrame: OpenStripeFrame = (place, told, events) => {
    this.told = told;
    this.frames += 1;
    const number = document.createElement('input');
    number.setAttribute('aria-label', 'Card number');
    const wallet = Object.assign(document.createElement('button'), { type: 'button' });
    wallet.textContent = 'Google Pay';
    wallet.addEventListener('click', () => events.changed('google_pay'));
    place.append(number, wallet);
    this.speak = events.ready;
    if (this.behave === 'frame blocked') queueMicrotask(events.failed);
    else if (this.behave !== 'frame silent') queueMicrotask(events.ready);
    return {
      focus: () => number.focus(),
      isComplete: async () => number.value.length >= 12,
      takeToken: async (holder, setupFutureUsage) => {
        this.tokens.push({ holder, setupFutureUsage });
        await this.tokenAfter;
        return this.error ? { error: this.error } : { token: tokenOf(number.value) };
      },
      remove: () => place.replaceChildren(),
    };
  };
}

const tokenOf = (number: string) =>
  ({
    id: 'ctoken_1',
    object: 'confirmation_token',
    payment_method_preview: {
      type: 'card',
      card: { brand: 'mastercard', last4: number.slice(-4), exp_month: 3, exp_year: 2031 },
    },
  }) as ConfirmationToken;
