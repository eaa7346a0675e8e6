/** What a brand's adapters are opened with. */
export interface AdapterSettings {
  readonly payment: { readonly kind: 'sandbox' };
  readonly carrier: { readonly kind: 'sandbox' };
  readonly mail:
    | { readonly kind: 'mailbox' }
    | { readonly kind: 'smtp'; readonly url: string; readonly from: string };
  readonly content: { readonly kind: 'built-in' };
  readonly tax: { readonly kind: 'built-in' };
  readonly chat: { readonly kind: 'built-in' };
}

export type AdapterKind = keyof AdapterSettings;

export const adapterKinds: readonly AdapterKind[] = [
  'payment',
  'carrier',
  'mail',
  'content',
  'tax',
  'chat',
];

/** By brand id, for brands that have settings of their own. */
export interface AdapterChoices {
  readonly usual: AdapterSettings;
  readonly brands: Readonly<Record<string, AdapterSettings>>;
}

export const nothingOutside: AdapterChoices = {
  usual: {
    payment: { kind: 'sandbox' },
    carrier: { kind: 'sandbox' },
    mail: { kind: 'mailbox' },
    content: { kind: 'built-in' },
    tax: { kind: 'built-in' },
    chat: { kind: 'built-in' },
  },
  brands: {},
};

export const settingsOf = ({ usual, brands }: AdapterChoices, brandId: string): AdapterSettings =>
  brands[brandId] ?? usual;
