import { expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';
import { misspelledSettings } from './misspelled.ts';

test('a setting that is misspelled is named with the one that was meant', () => {
  const env = {
    MAIL_FORM: 'a@b.example',
    STRIPE_SECRETKEY: 'sk',
    PORTSIDE_ORIGN_FILE: '/run/origin',
    STRIPE_SECRT_KEY__MESA: 'sk',
  };
  expect(misspelledSettings(env, settingNames)).toEqual([
    { name: 'MAIL_FORM', meant: 'MAIL_FROM' },
    { name: 'STRIPE_SECRETKEY', meant: 'STRIPE_SECRET_KEY' },
    { name: 'PORTSIDE_ORIGN_FILE', meant: 'PORTSIDE_ORIGIN' },
    { name: 'STRIPE_SECRT_KEY__MESA', meant: 'STRIPE_SECRET_KEY' },
  ]);
});

test('what is a setting, a brand’s or in a file, and what is not ours, is no misspelling', () => {
  const own = settingNames.flatMap((name) => [name, `${name}__MESA`, `${name}_FILE`]);
  const env = Object.fromEntries(
    ['PATH', 'HOME', 'MAIL', 'MAILCHECK', ...own].map((name) => [name, 'x']),
  );
  expect(misspelledSettings(env, settingNames)).toEqual([]);
  expect(
    readConfig({ PORTSIDE_DATA: '/tmp/portside-misspelled', MAIL_FORM: 'x' }).misspelled,
  ).toEqual([{ name: 'MAIL_FORM', meant: 'MAIL_FROM' }]);
});
