/** One setting of an adapter. */
export interface Setting {
  /** `MAIL_URL`. With `__MESA` it is that brand's, with `_FILE` behind it read from a file. */
  readonly name: string;
  /** Goes on after "is": "the address of an SMTP server: smtp://host". */
  readonly about: string;
  readonly secret?: true;
  readonly optional?: true;
  readonly default?: string;
  /** An http address; it is kept without a slash at its end. */
  readonly address?: true;
  readonly check?: RegExp;
  /** It may have several lines. */
  readonly lines?: true;
  /** Settings of one account: all or none of them, and all of the brand or all of every brand. */
  readonly group?: string;
  /** Another port's setting, which does not tell that this kind is meant. */
  readonly shared?: true;
}

export interface SettingKind<
  Kind extends string = string,
  Fields extends Readonly<Record<string, Setting>> = Readonly<Record<string, Setting>>,
> {
  readonly kind: Kind;
  /** "Stripe", for tables. */
  readonly about: string;
  readonly settings: Fields;
}

export const settingKind = <
  const Kind extends string,
  const Fields extends Readonly<Record<string, Setting>>,
>(
  kind: Kind,
  about: string,
  settings: Fields,
): SettingKind<Kind, Fields> => ({ kind, about, settings });

type Optional<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly optional: true } ? Name : never;
}[keyof Fields];

/** What the adapter gets. */
export type SettingsOf<Row> =
  Row extends SettingKind<infer Kind, infer Fields>
    ? { readonly kind: Kind } & {
        readonly [Name in Exclude<keyof Fields, Optional<Fields>>]: string;
      } & { readonly [Name in Optional<Fields>]?: string }
    : never;
