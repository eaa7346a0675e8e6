// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import { fields } from '@portside/contract/fields';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FaultLine } from '../ui/field-frame.tsx';
import { messages } from './es.ts';
import { wordsOf } from './i18n.ts';

const spanish = wordsOf('es', messages);

test('English is its own text, with its placeholders and plurals', () => {
  const english = wordsOf('en');
  expect(english.t('Hello, {name}', { name: 'Maya' })).toBe('Hello, Maya');
  const plans = '{count, plural, one {# plan} other {# plans}}';
  expect([1, 2].map((count) => english.t(plans, { count }))).toEqual(['1 plan', '2 plans']);
  expect(english.t('Pay')).toBe('Pay');
});

test('Spanish has its own words, placeholders and plurals', () => {
  expect(spanish.t('Hello, {name}', { name: 'Maya' })).toBe('Hola, Maya');
  const plans = '{count, plural, one {# plan} other {# plans}}';
  expect([1, 2].map((count) => spanish.t(plans, { count }))).toEqual(['1 plan', '2 planes']);
});

test('a Spanish sentence that ends in a time has one full stop', () => {
  const sentence = 'This line moves to a new eSIM on {time}. We emailed you about it.';
  const said = spanish.t(sentence, { time: '26 nov, 10:04 p.m.' });
  expect(said).toBe(
    'Esta línea pasa a una eSIM nueva el 26 nov, 10:04 p.m. Le enviamos un correo sobre esto.',
  );
});

test('a sentence of a field rule, and one of the server, show in Spanish at the field', () => {
  const rule = fields.zipCode.safeParse('1').error?.issues[0]?.message;
  render(
    <I18nProvider i18n={spanish}>
      <FaultLine>{rule}</FaultLine>
      <FaultLine>Ya estaba en español.</FaultLine>
    </I18nProvider>,
  );
  expect(screen.getByText('Ingrese un código postal (ZIP) de 5 dígitos')).toBeTruthy();
  expect(screen.getByText('Ya estaba en español.')).toBeTruthy();
});
