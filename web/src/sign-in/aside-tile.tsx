import { phoneUrl } from '@portside/contract/phone-url';
import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { BrandPicture } from '../api/brand-picture.tsx';
import { openChat } from '../api/chat-door.ts';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Only what some screen really does. */
export function AccountGivesTile() {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const given: readonly { icon: IconName; words: string }[] = [
    { icon: 'signal', words: i18n.t('See if your line works and when it’s paid until.') },
    { icon: 'esim', words: i18n.t('Set up your eSIM, and come back to it at any time.') },
    { icon: 'phone', words: i18n.t('Follow your number on its way from your old carrier.') },
    { icon: 'receipt', words: i18n.t('Find every payment and its receipt.') },
  ];
  return (
    <Tile title={i18n.t('With a {product} account', { product: brand.product })}>
      <ul className="mt-5 border-t">
        {given.map(({ icon, words }) => (
          <li className="flex gap-4 border-b py-4" key={icon}>
            <Icon className="mt-0.5 shrink-0 text-action" name={icon} />
            {words}
          </li>
        ))}
      </ul>
    </Tile>
  );
}

export function WayInHelpTile() {
  const { i18n } = useLingui();
  const { support } = usePage().brand;
  return (
    <Tile title={i18n.t('Trouble logging in?')}>
      <p className="mt-2 text-ink-soft">
        {i18n.t('No email after a minute? Look in your spam folder. Then call or chat with us.')}
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 border-t pt-5">
        <TextLink
          className="inline-flex min-h-11 items-center text-lead tabular-nums"
          to={phoneUrl(support.phone)}
        >
          {support.phone}
        </TextLink>
        <Button icon="chat" onClick={(event) => openChat(event.currentTarget)} variant="secondary">
          {i18n.t('Chat with us')}
        </Button>
      </p>
      <p className="mt-3 text-fine text-ink-soft">{support.hours}</p>
    </Tile>
  );
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="overflow-clip rounded-tile border-t-(length:--tile-edge) border-ink bg-fog">
      <BrandPicture
        className="aspect-[720/320] w-full object-cover"
        name="welcome"
        otherwise={<Flag className="mx-8 mt-8 desk:mx-10 desk:mt-10" name="active" size={80} />}
      />
      <div className="p-8 pt-5 desk:p-10 desk:pt-6">
        <h2 className="text-title">{title}</h2>
        {children}
      </div>
    </section>
  );
}
