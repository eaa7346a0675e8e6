import { expect, test } from 'vitest';
import { barePath, languageOfPath, pathIn } from './language.ts';

test('English is at the specification’s paths, Spanish under /es', () => {
  expect(['/', '/shop', '/es', '/es/', '/es/shop', '/esim'].map(languageOfPath)).toEqual([
    'en',
    'en',
    'es',
    'es',
    'es',
    'en',
  ]);
  expect(['/', '/shop', '/es', '/es/', '/es/shop', '/esim'].map(barePath)).toEqual([
    '/',
    '/shop',
    '/',
    '/',
    '/shop',
    '/esim',
  ]);
});

test('a path in a language', () => {
  expect(['/', '/?a=1', '/shop', '/shop#a'].map((path) => pathIn('es', path))).toEqual([
    '/es',
    '/es?a=1',
    '/es/shop',
    '/es/shop#a',
  ]);
  expect(['/', '/?a=1', '/shop'].map((path) => pathIn('en', path))).toEqual([
    '/',
    '/?a=1',
    '/shop',
  ]);
});
