import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { allowTexts, endTexts, type Texts, viewTexts } from '@portside/contract/texts';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useWork } from '../ui/use-work.ts';

/** M13. Nothing where the brand sends none. */
export function TextsPanel() {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const { data: texts } = useAnswer(viewTexts, {}, { staleTime: 0 });
  if (!texts?.offered) return null;
  return (
    <section aria-labelledby="texts" className="mt-2">
      <h2 className="text-title" id="texts">
        {i18n.t('Text messages')}
      </h2>
      <p className="measure mt-2 text-ink-soft">
        {i18n.t('Get important alerts by text, too. Never a code, and never a link.')}
      </p>
      <div className="mt-5 border-t pt-5">
        {isAgent ? (
          <p className="text-ink-soft">{i18n.t('Only the customer can turn texts on or off.')}</p>
        ) : texts.number ? (
          <TurnOff texts={texts} />
        ) : (
          <TurnOn texts={texts} />
        )}
      </div>
    </section>
  );
}

function TurnOff({ texts: { number, since } }: { texts: Texts }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const send = useSend(endTexts, { refresh: [viewTexts] });
  const work = useWork();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="font-strong tabular-nums">
        {i18n.t('Texts go to {number}. You turned them on {date}.', {
          number: phone(number ?? ''),
          date: since ? dateAlone(new Date(since), brand.timeZone, language) : '',
        })}
      </p>
      <Button
        loading={work.loading}
        onClick={() => void work.run(async (signal) => void (await send({}, signal)))}
        variant="secondary"
      >
        {i18n.t('Turn off texts')}
      </Button>
    </div>
  );
}

function TurnOn({ texts: { numbers, consent, stopped, unreached } }: { texts: Texts }) {
  const { i18n } = useLingui();
  const [chosen, setChosen] = useState('');
  const send = useSend(allowTexts, { refresh: [viewTexts] });
  const work = useWork();
  const [first] = numbers;
  const number = numbers.includes(chosen) ? chosen : first;
  if (!number) {
    return <p className="text-ink-soft">{i18n.t('Add a US phone number above to get texts.')}</p>;
  }
  return (
    <>
      {stopped && (
        <p className="measure mb-4">
          {i18n.t(
            'This number answered STOP to our texts. To get them again, text START to the number that our texts came from, then turn them on here.',
          )}
        </p>
      )}
      {unreached && (
        <p className="measure mb-4">
          {i18n.t(
            'Our last text came back: the phone network says that nobody gets texts at that number. If you have another number, save it above and turn texts on again.',
          )}
        </p>
      )}
      {numbers.length > 1 ? (
        <RadioCards
          legend={i18n.t('Which number?')}
          name="textNumber"
          onChange={setChosen}
          cards={numbers.map((value) => ({ value, label: phone(value) }))}
          value={number}
        />
      ) : (
        <p className="font-strong tabular-nums">
          {i18n.t('Your texts will go to {number}.', { number: phone(number) })}
        </p>
      )}
      <p className="measure mt-4 text-fine text-ink-soft">{consent.text}</p>
      <Button
        className="mt-5"
        loading={work.loading}
        onClick={() =>
          void work.run(
            async (signal) => void (await send({ number, version: consent.version }, signal)),
          )
        }
        variant="secondary"
      >
        {i18n.t('Turn on texts')}
      </Button>
    </>
  );
}
