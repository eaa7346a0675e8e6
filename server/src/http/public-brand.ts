import type { PublicBrand } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import type { App } from '../app.ts';
import { brandAddress, brandLogo, brandPictures, supportIn } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { chatFrameUrl } from './chat-host.ts';
import { trialOf } from './trial.ts';

/** Public values only. */
export async function publicBrand(
  app: App,
  brand: Brand,
  language: Language,
): Promise<PublicBrand> {
  const { payment, carrier, address, chat } = app.adapters.of(brand.client.mvnoId);
  const trial = trialOf(app, brand, language);
  const frame = chatFrameUrl(app, brand);
  const { referrals } = brand;
  return {
    id: brand.id,
    product: brand.product,
    host: brand.host,
    company: brand.company,
    client: brand.client,
    copyrightYear: brand.copyrightYear,
    timeZone: brand.timeZone,
    countryCode: brand.countryCode,
    appUrl: brand.appUrl,
    support: supportIn(brand, language),
    chat: chat.browser(),
    ...(frame && { chatFrame: frame }),
    ...(address.checks && { checksAddresses: true as const }),
    fees: brand.fees,
    labels: brand.duties.broadbandLabels,
    cardStartDays: brand.lines.cardStartDays,
    themeUrl: `/brands/${brand.id}/theme.css`,
    logoUrl: await brandAddress(brand, 'logo.svg'),
    ...(await brandLogo(brand)),
    markUrl: await brandAddress(brand, 'mark.svg'),
    pictures: await brandPictures(brand),
    payment: payment.browser(app.config.origin),
    can: [...carrier.can],
    ...(brand.cart.lines > 1 && { linesAtOnce: brand.cart.lines }),
    ...(referrals && {
      referrals: { referrerCents: referrals.referrerCents, friendCents: referrals.friendCents },
    }),
    ...(trial && { trial }),
  };
}
