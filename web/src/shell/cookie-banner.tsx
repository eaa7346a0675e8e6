import { useLingui } from '@lingui/react';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { answerConsent, useConsentAsked } from './consent.ts';

/**
 * B06, B07. Floats, so that nothing jumps; a scroll margin of its height keeps the focus visible
 * (root.tsx).
 */
export function CookieBanner() {
  const { i18n } = useLingui();
  if (!useConsentAsked()) return null;
  return (
    <section
      aria-labelledby="cookie-banner"
      className="pointer-events-auto hidden max-h-[50vh] w-full shrink-0 overflow-auto [[data-cookies-asked]_&]:block border-t bg-surface shadow-float print:hidden"
      data-cookie-banner
    >
      <div className="page flex flex-col gap-x-10 gap-y-4 py-5 md:flex-row md:items-center">
        <div className="flex-1">
          <h2 className="text-lead" id="cookie-banner">
            {i18n.t('Cookies!')}
          </h2>
          <p className="mt-1 text-fine">
            {i18n.t(
              'We use cookies to ensure that we give you the best experience on our website.',
            )}{' '}
            <TextLink to="/privacy-policy">
              {i18n.t('Learn more')}
              <span className="sr-only"> {i18n.t('about cookies')}</span>
            </TextLink>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => answerConsent(true)}>{i18n.t('Continue')}</Button>
          <Button onClick={() => answerConsent(false)} variant="quiet">
            {i18n.t('Only necessary cookies')}
          </Button>
        </div>
      </div>
    </section>
  );
}
