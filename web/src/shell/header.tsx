import { phoneUrl } from '@portside/contract/phone-url';
import { useLingui } from '@lingui/react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { usePage } from '../api/page.tsx';
import { useSession } from '../api/session.ts';
import { useCart } from '../cart/cart.ts';
import { Icon } from '../ui/icon.tsx';
import { openChat } from '../api/chat-door.ts';
import { ChatNewsTile } from '../support/chat-tile.tsx';
import { Menu } from '../ui/menu.tsx';
import { LanguageLink } from './language-link.tsx';
import { useBuying } from './use-buying.ts';

/** B01 to B05: links from 965 px, a menu below; in checkout only what helps to finish (0911). */
export function Header() {
  const isBuying = useBuying();
  return (
    <header className="relative z-40 border-b bg-ground print:hidden">
      <div className="page flex min-h-16 items-center max-desk:flex-wrap gap-x-1 desk:min-h-20 desk:gap-[clamp(0.25rem,4vw-2.2rem,0.75rem)]">
        <Logo />
        {isBuying ? <CheckoutHeader /> : <SiteHeader />}
      </div>
    </header>
  );
}

function Logo() {
  const { brand } = usePage();
  return (
    <Link className="me-auto flex min-h-11 min-w-20 items-center rounded-control" to="/">
      <img
        alt={brand.product}
        className="h-8 w-auto object-contain object-left desk:h-[clamp(2rem,4vw-0.45rem,2.25rem)]"
        height="36"
        src={brand.logoUrl}
        width={brand.logoRatio && Math.round(36 * brand.logoRatio)}
      />
    </Link>
  );
}

function CheckoutHeader() {
  const { i18n } = useLingui();
  const { support } = usePage().brand;
  return (
    <>
      <ChatNewsTile />
      <div className="flex flex-col items-start">
        <p className="flex items-center gap-1.5 text-fine font-strong">
          <Icon name="lock" size={18} />
          {i18n.t('Secure checkout')}
        </p>
        <a
          className="inline-flex min-h-7 items-center gap-1.5 rounded-control text-fine whitespace-nowrap tabular-nums motion hover:text-action"
          href={phoneUrl(support.phone)}
        >
          <span className="sr-only">{i18n.t('Call support:')} </span>
          <Icon name="call" size={18} />
          {support.phone}
        </a>
      </div>
    </>
  );
}

function SiteHeader() {
  const { i18n } = useLingui();
  const links = useLinks();
  const support = useSupport();
  const chat = useChat();
  return (
    <>
      <nav
        aria-label={i18n.t('Main')}
        className="hidden items-center gap-[clamp(0.5rem,4vw-2.2rem,1.25rem)] text-[clamp(0.875rem,0.2rem+1.2vw,1rem)] desk:flex"
      >
        {links.map(({ to, label }) => (
          <NavLink className={linkLook} key={to} to={to}>
            {label}
          </NavLink>
        ))}
        <Menu align="end" items={[...support, ...chat]} label={i18n.t('Support')} />
        <LanguageLink className={linkLook} />
      </nav>
      <ChatNewsTile />
      <AccountLink />
      <CartLink />
      <PhoneMenu />
    </>
  );
}

const linkLook =
  'inline-flex min-h-11 items-center rounded-control px-[clamp(0.25rem,4vw-2.3rem,0.5rem)] font-strong whitespace-nowrap motion decoration-2 underline-offset-8 hover:text-action aria-[current=page]:underline';

function useLinks() {
  const { brand } = usePage();
  const { i18n } = useLingui();
  return [
    { to: '/shop', label: i18n.t('{product} Plans', { product: brand.product }) },
    { to: '/contact-us', label: i18n.t('Contact Us') },
    { to: '/about', label: i18n.t('Why {host}?', { host: brand.host }) },
  ];
}

function useSupport() {
  const { brand } = usePage();
  const { i18n } = useLingui();
  return [
    { to: '/contact-us', label: i18n.t('Get help') },
    { to: '/about', label: i18n.t('About {product}', { product: brand.product }) },
  ];
}

/** None for agents. */
function useChat() {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  if (userInfo?.agent) return [];
  return [{ label: i18n.t('Chat with us'), onPress: openChat }];
}

/**
 * Keeps its place, so that nothing moves. An icon only until the longest links, the Spanish ones,
 * leave room.
 */
function AccountLink() {
  const { i18n } = useLingui();
  const { isLoggedIn, userInfo } = useSession();
  const look =
    'flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-control font-strong motion hover:text-action min-[70rem]:min-w-33 min-[70rem]:justify-end whitespace-nowrap';
  if (!isLoggedIn) {
    return (
      <Link className={look} to="/login">
        <Icon className="min-[70rem]:hidden" name="user" />
        <span className="max-[69.99rem]:sr-only">{i18n.t('Login')}</span>
      </Link>
    );
  }
  const initials = [userInfo?.firstName, userInfo?.lastName].map((name) => [...(name ?? '')][0]);
  return (
    <Link className={look} to="/dashboard">
      <span className="max-[69.99rem]:sr-only">{i18n.t('My Account')}</span>
      <span className="grid size-9 place-items-center rounded-full bg-ink text-fine text-ground uppercase tabular-nums">
        {initials.join('') || <Icon name="user" size={18} />}
      </span>
    </Link>
  );
}

function CartLink() {
  const { i18n } = useLingui();
  const { cart } = useCart();
  const count = cart ? 1 + (cart.more?.length ?? 0) : 0;
  return (
    <Link
      className="relative flex size-11 shrink-0 items-center justify-center rounded-control motion hover:text-action"
      to="/cart"
    >
      <Icon name="cart" />
      <span className="sr-only">{i18n.t('Cart')} </span>
      <span
        className="absolute end-0 top-0.5 grid size-5 place-items-center rounded-full bg-fog text-[0.75rem] leading-none font-strong tabular-nums data-full:bg-mark data-full:text-on-mark"
        data-full={count || undefined}
      >
        {count}
      </span>
    </Link>
  );
}

function PhoneMenu() {
  const { i18n } = useLingui();
  const { key } = useLocation();
  const links = useLinks();
  const support = useSupport();
  const chat = useChat();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [key]);
  return (
    <div
      className="desk:hidden"
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to && !event.currentTarget.contains(to)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        aria-controls="phone-menu"
        aria-expanded={open}
        className="flex size-11 items-center justify-center rounded-control motion hover:text-action"
        onClick={() => setOpen(!open)}
        ref={button}
        type="button"
      >
        <Icon name={open ? 'close' : 'menu'} />
        <span className="sr-only">{i18n.t('Menu')}</span>
      </button>
      <nav
        aria-label={i18n.t('Main')}
        className="absolute inset-x-0 top-full animate-arrive border-b bg-ground pb-6 shadow-float"
        hidden={!open}
        id="phone-menu"
      >
        <ul className="page">
          {links.map(({ to, label }) => (
            <li className="border-b" key={to}>
              <NavLink
                className="head flex min-h-16 items-center justify-between text-title aria-[current=page]:text-action"
                to={to}
              >
                {label}
                <Icon className="text-action" name="arrow-right" />
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="page pt-5">
          <p className="text-fine text-ink-soft">{i18n.t('Support')}</p>
          <ul className="flex flex-wrap gap-x-6">
            {support.map(({ to, label }) => (
              <li key={to}>
                <Link className="flex min-h-11 items-center font-strong" to={to}>
                  {label}
                </Link>
              </li>
            ))}
            {chat.map(({ label, onPress }) => (
              <li key={label}>
                <button
                  className="flex min-h-11 items-center font-strong"
                  onClick={() => {
                    setOpen(false);
                    onPress(button.current);
                  }}
                  type="button"
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
          <LanguageLink className="mt-3 inline-flex min-h-11 items-center font-strong underline decoration-1 underline-offset-4" />
        </div>
      </nav>
    </div>
  );
}
