import { phoneUrl } from '@portside/contract/phone-url';
import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { usePage } from '../api/page.tsx';
import { OutsideLink, TextLink } from '../ui/text-link.tsx';
import { ComplainItem } from './complain-tile.tsx';

/** 47 CFR 64.6404: what everybody can read before they ask. */
export function NoticePanel() {
  const { i18n } = useLingui();
  const { product, support } = usePage().brand;
  return (
    <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-10 wrap-anywhere md:grid-cols-2">
      <Part id="how" title={i18n.t('How it works')}>
        <ol className="flex list-decimal flex-col gap-2 ps-5">
          <li>
            {i18n.t(
              'You send the form below. It asks for an email address that is safe, for the numbers, and for the name of the person who harmed you.',
            )}
          </li>
          <li>
            {i18n.t(
              'You add a document that shows that a crime or abuse happened: a police report or a court’s order, or a statement signed by a professional who helps you: a licensed doctor or therapist, a licensed social worker, somebody who works for a service that helps survivors, or an employee of a court. For somebody in your care, you add a statement signed by you.',
            )}
          </li>
          <li>
            {i18n.t(
              'We decide within two business days from the moment that your request is complete. Once it is complete and we know that you have the phone, its number and SIM are kept from change until then.',
            )}
          </li>
          <li>
            {i18n.t(
              'The numbers move to an account of your own, under your safe address. They keep working in the phones they are in.',
            )}
          </li>
        </ol>
      </Part>
      <Part id="choices" title={i18n.t('What you can choose')}>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>
            {i18n.t('Your own number, the number of somebody in your care, or several of them.')}
          </li>
          <li>
            {i18n.t(
              'How we reach you, in English or Spanish, and whether somebody asks in your place.',
            )}
          </li>
          <li>
            {i18n.t(
              'What comes after it: keep the plan, choose another one, take the number to another carrier, or end the line.',
            )}
          </li>
          <li>
            {i18n.t(
              'If the account is yours: you can end the other person’s line on its page. If you want it moved out of your account instead, call us.',
            )}
          </li>
          <li>
            {i18n.t('To ask by phone, or with the help of a person:')}{' '}
            <TextLink className="tabular-nums" to={phoneUrl(support.phone)}>
              {support.phone}
            </TextLink>
            {', '}
            {support.hours}
          </li>
        </ul>
      </Part>
      <Part id="never" title={i18n.t('What it never depends on')}>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>{i18n.t('A fee, a penalty, or a payment of what the account owes.')}</li>
          <li>{i18n.t('The consent of the account’s holder.')}</li>
          <li>{i18n.t('A credit check, or how you have paid before.')}</li>
          <li>
            {i18n.t(
              'Staying with {product}, or a new contract. You may take the number to another carrier at any time.',
              { product },
            )}
          </li>
        </ul>
      </Part>
      <Part id="paying" title={i18n.t('What you pay')}>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>
            {i18n.t(
              'You pay for the lines from the day that they move. Days that are paid already move with the line. What the account owes from before stays with its holder.',
            )}
          </li>
          <li>
            {i18n.t(
              'Lifeline, a federal program, lowers the price of phone or internet service. Once the number is in your own account, you may have it for up to six months if money is short, even if you could not have it otherwise. Ask at 1-800-234-9473 or at',
            )}{' '}
            <OutsideLink href="https://www.lifelinesupport.org">lifelinesupport.org</OutsideLink>
          </li>
        </ul>
      </Part>
      <Part id="rights" title={i18n.t('Your rights')}>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>
            {i18n.t(
              'The Safe Connections Act gives you this right after domestic or dating violence, sexual assault, stalking, trafficking or a similar crime. Nobody needs to be charged or convicted.',
            )}
          </li>
          <li>
            {i18n.t(
              'If we refuse, we say why and what you can do about it. You may ask again as often as you need.',
            )}
          </li>
          <ComplainItem />
        </ul>
      </Part>
      <Part id="private" title={i18n.t('Who learns of it')}>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>
            {i18n.t(
              'Only staff who are trained for it read your request. We write to your safe address alone.',
            )}
          </li>
          <li>
            {i18n.t('What you send is deleted 90 days after we received it, decided or not.')}
          </li>
          <li>
            {i18n.t(
              'The account that the number leaves shows that the line has ended. It does not show why, or where the number is.',
            )}
          </li>
        </ul>
      </Part>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="measure">
      <h2 className="mb-3 text-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
