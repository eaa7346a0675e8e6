import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { Separation, SeparationRefusal } from '@portside/contract/line-separation';
import { usePage } from '../api/page.tsx';
import { isPast } from '../ui/is-past.ts';

export interface StateWords {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What a state is called, and what follows from it. */
export function useStateWords(separation: Separation): StateWords {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { state, answerBy } = separation;
  const phone = brand.support.phone;
  const day = answerBy ? dateAlone(answerBy, brand.timeZone, language) : '';
  const isLate = answerBy !== undefined && isPast(answerBy);
  const due = isLate
    ? i18n.t(
        'We should have answered by {day}, and have not. Please call {phone}, or complain to the FCC at 1-888-225-5322.',
        { day, phone },
      )
    : i18n.t('We answer by the end of {day}, by email to your safe address.', { day });
  switch (state) {
    case 'open':
      return {
        title: i18n.t('Your request is here, and not complete yet'),
        paragraphs: [
          i18n.t('Add what is missing below. The two business days begin when it is complete.'),
        ],
      };
    case 'waiting':
      return {
        title: i18n.t('Your request is complete, and with us'),
        paragraphs: answerBy ? [due] : [],
      };
    case 'asked':
      return {
        title: i18n.t('We have a question'),
        paragraphs: [
          i18n.t('Please answer it below. The days to our answer go on.'),
          ...(answerBy ? [due] : []),
        ],
      };
    case 'done':
      return { title: i18n.t('Your number is in your own account'), paragraphs: [] };
    case 'refused':
      return { title: i18n.t('We could not grant your request'), paragraphs: [] };
    case 'withdrawn':
      return {
        title: i18n.t('You took this request back'),
        paragraphs: [
          i18n.t(
            'No line moves by it any more, and what you sent with it is gone. You can ask again at any time.',
          ),
        ],
      };
  }
}

/** Why, and what can be done about it. */
export function useRefusalWords(): Readonly<Record<SeparationRefusal, readonly [string, string]>> {
  const { i18n } = useLingui();
  return {
    documents: [
      i18n.t('The documents do not show what the law asks for.'),
      i18n.t(
        'Send a new request with a police report, a court’s order, or a statement signed by a professional who helps you.',
      ),
    ],
    not_user: [
      i18n.t('We could not make sure that the phone is yours, or of somebody in your care.'),
      i18n.t(
        'Send a new request while you have the phone with you, and enter the code that we text to it.',
      ),
    ],
    not_shared: [
      i18n.t('The line is not in an account with the person who harmed you.'),
      i18n.t('Check the number and the name, and send a new request if one of them was wrong.'),
    ],
    not_possible: [
      i18n.t('It is not possible technically at this time.'),
      i18n.t(
        'Ask again later, or choose something else: another plan, a new number, or another carrier for your number.',
      ),
    ],
    incomplete: [
      i18n.t('Something that the law asks for was missing.'),
      i18n.t('Send a new request, and add what was missing.'),
    ],
  };
}
