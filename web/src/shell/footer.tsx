import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { barePath } from '@portside/contract/language';
import { Link, useLocation } from 'react-router';
import { usePage } from '../api/page.tsx';
import type { Frame } from './frame.ts';
import { LanguageLink } from './language-link.tsx';
import { useBuying } from './use-buying.ts';

/** B08 to B12; shorter during checkout and in the account. */
export function Footer({ frame }: { frame: Frame }) {
  const path = barePath(useLocation().pathname);
  const isBuying = useBuying();
  // Also when it has just been paid.
  const isShort = isBuying || path === '/cart/checkout';
  return (
    <footer className="mt-24 bg-deep text-on-deep [[data-cookies-asked]_&]:pb-56 print:hidden">
      {isShort && <ShortFooter />}
      {path.startsWith('/dashboard') && <ShortFooter faq />}
      {!isShort && !path.startsWith('/dashboard') && <SiteFooter frame={frame} />}
    </footer>
  );
}

function ShortFooter({ faq = false }: { faq?: boolean }) {
  const { i18n } = useLingui();
  return (
    <nav
      aria-label={i18n.t('Terms and help')}
      className="page flex flex-wrap items-center gap-x-6 py-4 text-fine"
    >
      {/* Other pages read it from here (read-qr.ts). */}
      <div hidden>
        <AppQr />
      </div>
      <Link className={look} to="/terms-and-conditions">
        {i18n.t('Terms & Conditions')}
      </Link>
      <Link className={look} to="/privacy-policy">
        {i18n.t('Privacy Policy')}
      </Link>
      {faq && (
        <Link className={look} to="/faq">
          {i18n.t('FAQs')}
        </Link>
      )}
      <Link className={look} to="/contact-us">
        {i18n.t('Contact Us')}
      </Link>
      <LanguageLink className={`ms-auto ${look}`} />
    </nav>
  );
}

function SiteFooter({ frame }: { frame: Frame }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const { product } = brand;
  return (
    <>
      <div className="page grid gap-10 pt-14 pb-10 md:grid-cols-3 desk:grid-cols-[1.1fr_1.1fr_1.4fr_auto]">
        <Group title={i18n.t('{product} Support', { product })}>
          <FooterLink to="/contact-us">{i18n.t('Contact Centre')}</FooterLink>
          <FooterLink to="/faq">{i18n.t('FAQs')}</FooterLink>
          <FooterLink to="/own-account">{i18n.t('Leave a shared account safely')}</FooterLink>
        </Group>
        <Group title={i18n.t('{product} Preface', { product })}>
          <FooterLink to="/privacy-policy">{i18n.t('Privacy Policy')}</FooterLink>
          <FooterLink to="/terms-and-conditions">{i18n.t('Terms & Conditions')}</FooterLink>
        </Group>
        <div>
          <address className="whitespace-pre-line text-on-deep-soft not-italic">
            {frame.address}
          </address>
          {frame.social.length > 0 && <Social social={frame.social} />}
        </div>
        <figure className="flex flex-wrap items-center gap-4 md:max-desk:col-span-3 desk:w-32 desk:flex-col desk:items-start">
          {/* Nobody scans the screen that they hold. */}
          <a className="rounded-control" href={brand.appUrl}>
            <AppQr />
          </a>
          <figcaption className="max-w-40 text-fine text-on-deep-soft">
            {i18n.t('Scan the QR code to download the app')}
          </figcaption>
        </figure>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-deep-line py-4 text-fine text-on-deep-soft">
          <p>{i18n.t('© {year}, All rights reserved', { year: String(brand.copyrightYear) })}</p>
          <LanguageLink className={look} />
        </div>
      </div>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-lead">{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

const look =
  'inline-flex min-h-11 items-center text-on-deep-soft decoration-1 underline-offset-4 motion hover:text-on-deep hover:underline';

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link className={look} to={to}>
        {children}
      </Link>
    </li>
  );
}

function Social({ social }: { social: Frame['social'] }) {
  const { i18n } = useLingui();
  return (
    <div className="mt-6">
      <p className="text-fine">{i18n.t('Follow us:')}</p>
      <ul className="-ms-2.5 flex flex-wrap">
        {social.map(({ link, logoUrl }) => (
          <li key={link}>
            <a
              className="flex min-h-11 min-w-11 items-center justify-center rounded-control px-2.5 motion hover:bg-deep-line"
              href={link}
              rel="noreferrer"
              target="_blank"
            >
              {logoUrl ? (
                <img alt="" className="size-6" height="24" src={logoUrl} width="24" />
              ) : (
                <span aria-hidden="true">{nameOf(link)}</span>
              )}
              <span className="sr-only">
                {nameOf(link)} ({i18n.t('opens in a new tab')})
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `www.instagram.com/harbor` is Instagram. */
function nameOf(link: string): string {
  const host = link.replace(/^\w+:\/\/(www\.)?/, '').split(/[./]/)[0] ?? '';
  return host.charAt(0).toUpperCase() + host.slice(1);
}

/** Drawn by the server. */
function AppQr() {
  const { i18n } = useLingui();
  const { appQr } = usePage();
  const size = Number(appQr.split(' ', 1)[0] || 1);
  return (
    <svg
      aria-label={i18n.t('QR code of the app')}
      className="size-28 shrink-0 rounded-control [forced-color-adjust:none]"
      id="app-qr"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={appQr.slice(appQr.indexOf(' ') + 1)} fill="#000" />
    </svg>
  );
}
