import type { I18n } from '@lingui/core';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import type { MemberRole } from '@portside/contract/household-acts';
import type { Language } from '@portside/contract/language';

/** What words of a role depend on. */
export interface RolePage {
  readonly i18n: I18n;
  readonly language: Language;
  readonly can: ReadonlySet<CarrierCapability>;
}

export const roleName = (i18n: I18n, role: MemberRole): string =>
  role === 'user' ? i18n.t('User') : i18n.t('Manager');

/** Whoever chooses a role reads this: the table of the contract, `lineActs`, in words (P04). */
export const roleWords = (page: RolePage, role: MemberRole): string =>
  role === 'user'
    ? page.i18n.t('Can use this line: {things}. Pays for nothing.', { things: thingsOfUse(page) })
    : page.i18n.t('The same as a user, and can also {things}, with a card of their own.', {
        things: thingsOfPay(page),
      });

export const thingsOfUse = ({ i18n, language, can }: RolePage): string =>
  listed(language, [
    ...(can.has('usage') ? [i18n.t('see its usage'), i18n.t('set its alerts')] : []),
    i18n.t('set up its SIM'),
    ...(can.has('emergencyAddress') ? [i18n.t('set its 911 address')] : []),
    i18n.t('check what isn’t working'),
    i18n.t('set its locks'),
    ...(can.has('suspendLine') ? [i18n.t('block it')] : []),
  ]);

/** What a manager may besides. */
export const thingsOfPay = ({ i18n, language, can }: RolePage): string =>
  listed(language, [
    ...(can.has('changePlan') ? [i18n.t('change its plan')] : []),
    ...(can.has('allowances') ? [i18n.t('buy add-ons for it')] : []),
    i18n.t('pay for its next 30 days'),
  ]);

/** What a holder sees no more of a line while somebody has it. */
export const thingsUnseen = ({ i18n, language, can }: RolePage): string =>
  listed(language, [
    ...(can.has('usage') ? [i18n.t('its usage'), i18n.t('its alerts')] : []),
    i18n.t('its SIM'),
    ...(can.has('emergencyAddress') ? [i18n.t('its 911 address')] : []),
    i18n.t('what a check of it finds'),
  ]);

/** No comma before "and". */
const listed = (language: Language, words: readonly string[]): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(words);
