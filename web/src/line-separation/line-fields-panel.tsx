import { useLingui } from '@lingui/react';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { type AskValues, MOST_LINES, places } from './ask-input.ts';

/** Which lines, and whose they are. */
export function LineFields({ form }: { form: FormState<AskValues> }) {
  const { i18n } = useLingui();
  const { values, errors } = form;
  const count = values.lines;
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    // The pressed button may be gone, and a new field is where one goes on.
    const fields = box.current?.querySelectorAll<HTMLInputElement>('input[type=tel]');
    fields?.[count - 1]?.focus();
  }, [count]);

  /** Those after it move up. */
  function remove(at: number) {
    for (const one of places.slice(at, count)) {
      form.set(`number${one}`, values[`number${one + 1}`] ?? '');
      form.set(`who${one}`, values[`who${one + 1}`] ?? '');
    }
    form.set('lines', count - 1);
  }

  return (
    <div className="flex flex-col gap-6" ref={box}>
      {places.slice(0, count).map((at) => (
        <div
          aria-label={i18n.t('Line {number}', { number: at + 1 })}
          className="flex flex-col gap-4 border-s-4 ps-4"
          key={at}
          role="group"
        >
          <Field
            {...form.text(`number${at}`)}
            autoComplete="off"
            className="max-w-80"
            inputMode="tel"
            label={
              count === 1
                ? i18n.t('Phone number to move')
                : i18n.t('Phone number {number} to move', { number: at + 1 })
            }
            maxLength={30}
            type="tel"
          />
          <RadioCards
            cards={[
              { value: 'own', label: i18n.t('My phone') },
              { value: 'in_care', label: i18n.t('The phone of somebody in my care') },
            ]}
            error={errors[`who${at}`]}
            legend={i18n.t('Whose phone is it?')}
            name={`who${at}`}
            onChange={(value) => form.set(`who${at}`, value)}
            value={values[`who${at}`] ?? ''}
          />
          {count > 1 && (
            <Button className="-ms-3 self-start" onClick={() => remove(at)} variant="quiet">
              {i18n.t('Leave out line {number}', { number: at + 1 })}
            </Button>
          )}
        </div>
      ))}
      {count < MOST_LINES && (
        <Button
          className="self-start"
          icon="plus"
          onClick={() => form.set('lines', count + 1)}
          variant="secondary"
        >
          {i18n.t('Add another line')}
        </Button>
      )}
    </div>
  );
}
