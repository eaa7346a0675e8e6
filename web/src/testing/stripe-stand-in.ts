import type {
  Appearance,
  ConfirmationToken,
  CreateConfirmationToken,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElementChangeEvent,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

/** The provider's frame: whatever is typed there, our page never sees. */
interface StripeFrame {
  readonly focus: () => void;
  readonly isComplete: () => Promise<boolean>;
  readonly takeToken: (
    holder: string | undefined,
    setupFutureUsage: string | undefined,
  ) => Promise<{ token: ConfirmationToken } | { error: StripeError }>;
  readonly remove: () => void;
}

export type OpenStripeFrame = (
  place: HTMLElement,
  told: Told,
  events: { ready: () => void; failed: () => void; changed: (type: string) => void },
) => StripeFrame;

/** What the page has told the provider so far. */
export interface Told {
  publishableKey: string;
  group: Partial<StripeElementsOptionsMode>;
  element: StripePaymentElementOptions;
}

type Known<Options> = Partial<Record<Options extends unknown ? keyof Options : never, true>>;

/**
 * `window.Stripe` for tests: names and values that the real one does not know are refused. The names
 * are checked against the provider's types. Its source also runs alone in a browser (e2e), so it
 * imports types only.
 */
export function standInStripe(openFrame: OpenStripeFrame) {
  const groupNames = {
    mode: true,
    currency: true,
    amount: true,
    setupFutureUsage: true,
    allowedPaymentMethodTypes: true,
    locale: true,
    appearance: true,
    fonts: true,
  } satisfies Known<StripeElementsOptionsMode>;
  const elementNames = {
    business: true,
    layout: true,
    wallets: true,
    defaultValues: true,
  } satisfies Known<StripePaymentElementOptions>;
  const lookNames = {
    theme: true,
    labels: true,
    variables: true,
    rules: true,
  } satisfies Known<Appearance>;
  const colors = {
    colorPrimary: true,
    colorBackground: true,
    colorText: true,
    colorTextSecondary: true,
    colorTextPlaceholder: true,
    colorDanger: true,
    iconColor: true,
  } satisfies Known<NonNullable<Appearance['variables']>>;
  const variables = {
    ...colors,
    fontFamily: true,
    fontSizeBase: true,
    fontSizeSm: true,
    borderRadius: true,
    gridRowSpacing: true,
    gridColumnSpacing: true,
  } satisfies Known<NonNullable<Appearance['variables']>>;

  function refuse(what: string): never {
    throw new Error(`IntegrationError: ${what}`);
  }
  function check(given: object, known: object, where: string) {
    for (const name of Object.keys(given)) {
      if (!(name in known)) refuse(`${where}: "${name}" is not an accepted parameter.`);
    }
  }
  function checkLook(look: Appearance) {
    check(look, lookNames, 'appearance');
    check(look.variables ?? {}, variables, 'appearance.variables');
    for (const [name, value] of Object.entries(look.variables ?? {})) {
      if (name in colors && !/^(#|rgba?\()/.test(value)) refuse(`${name}: "${value}" is no color.`);
      if (/var\(|^$/.test(value)) refuse(`${name}: "${value}" is not a value.`);
    }
    for (const selector of Object.keys(look.rules ?? {})) {
      if (!/^\.(Input|Label|Error|Tab)(--\w+|:\w+)?$/.test(selector)) refuse(`rule ${selector}`);
    }
  }
  function checkGroup(options: Partial<StripeElementsOptionsMode>) {
    check(options, groupNames, 'elements()');
    const {
      amount,
      currency = 'usd',
      locale = 'en',
      appearance,
      fonts = [],
    } = options as {
      amount?: number;
    } & typeof options;
    if (amount !== undefined && !(Number.isInteger(amount) && amount > 0)) refuse('amount');
    if (currency !== currency.toLowerCase()) refuse('currency');
    if (!['en', 'es', 'es-419', 'auto'].includes(locale)) refuse(`locale ${locale}`);
    if (appearance) checkLook(appearance);
    for (const font of fonts) {
      if (!('src' in font) || !/^url\(https?:/.test(font.src)) refuse('fonts: src');
    }
  }

  return function stripeOf(publishableKey: string) {
    if (!/^pk_(test|live)_\w+$/.test(publishableKey)) refuse('Invalid API key.');
    let made = 0;

    function elements(options: StripeElementsOptionsMode) {
      checkGroup(options);
      if (options.mode !== 'payment' || !options.currency || !options.amount) {
        refuse('In mode "payment", amount and currency are required.');
      }
      const told: Told = { publishableKey, group: { ...options }, element: {} };
      let frame: StripeFrame | undefined;
      let type = 'card';
      let isSubmitted = false;
      const handlers = new Map<string, (event: never) => unknown>();
      const emit = (name: string, event: object) => handlers.get(name)?.(event as never);

      const element = {
        on(name: string, handler: (event: never) => unknown) {
          if (!['ready', 'loaderror', 'change'].includes(name)) refuse(`event ${name}`);
          handlers.set(name, handler);
          return element;
        },
        mount(place: HTMLElement) {
          if (!place.isConnected) refuse('The place is not in the document.');
          frame = openFrame(place, told, {
            ready: () => emit('ready', { elementType: 'payment' }),
            failed: () =>
              emit('loaderror', { elementType: 'payment', error: { type: 'api_error' } }),
            changed(next) {
              type = next;
              isSubmitted = false;
              const change: Pick<StripePaymentElementChangeEvent, 'elementType' | 'value'> = {
                elementType: 'payment',
                value: { type },
              };
              emit('change', change);
            },
          });
        },
        focus: () => frame?.focus(),
        destroy() {
          if (frame) made -= 1;
          frame?.remove();
          frame = undefined;
        },
      };

      const group = {
        create(name: string, asked: StripePaymentElementOptions) {
          if (name !== 'payment' || made > 0) refuse('One Payment Element, and no other.');
          check(asked, elementNames, 'create()');
          check(asked.wallets ?? {}, { applePay: true, googlePay: true, link: true }, 'wallets');
          made += 1;
          told.element = asked;
          return element;
        },
        async update(changes: Partial<StripeElementsOptionsMode>) {
          checkGroup(changes);
          Object.assign(told.group, changes);
        },
        async submit(): ReturnType<StripeElements['submit']> {
          if (!frame) refuse('The element is not mounted.');
          const isComplete = await frame.isComplete();
          if (!isComplete) {
            return { error: { type: 'validation_error', code: 'incomplete_number' } };
          }
          isSubmitted = true;
          return { selectedPaymentMethod: type };
        },
        async token(params: CreateConfirmationToken['params'] = {}) {
          if (!frame || !isSubmitted) refuse('elements.submit() must be called before.');
          check(params, { payment_method_data: true }, 'createConfirmationToken()');
          check(params.payment_method_data ?? {}, { billing_details: true }, 'payment_method_data');
          isSubmitted = false;
          const { name } = params.payment_method_data?.billing_details ?? {};
          const keeps = told.group.setupFutureUsage ?? undefined;
          return frame.takeToken(name ?? undefined, keeps);
        },
      };
      return group;
    }

    const stripe = {
      elements,
      async createConfirmationToken(
        options: CreateConfirmationToken,
      ): ReturnType<Stripe['createConfirmationToken']> {
        check(options, { elements: true, params: true }, 'createConfirmationToken()');
        const group = options.elements as unknown as ReturnType<typeof elements>;
        const taken = await group.token(options.params);
        return 'token' in taken ? { confirmationToken: taken.token } : taken;
      },
    };
    return stripe as unknown as Stripe;
  };
}
