import { expect, test } from 'vitest';
import { safePath, wayBack } from './way-back.ts';

test('[A21] the way back after login is the page where the guard stood', () => {
  expect(wayBack({ state: { back: '/cart/checkout?step=2' }, search: '' })).toBe(
    '/cart/checkout?step=2',
  );
});

test('[A21] a link may ask for a way back, the guard’s own goes first', () => {
  expect(wayBack({ state: null, search: '?next=%2Fdashboard%2Fpayment' })).toBe(
    '/dashboard/payment',
  );
  expect(wayBack({ state: { back: '/cart/checkout' }, search: '?next=%2Fdashboard' })).toBe(
    '/cart/checkout',
  );
});

test('[A21] without a way back login leads to the dashboard', () => {
  expect(wayBack({ state: null, search: '' })).toBe('/dashboard');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  undefined,
  { toString: () => '/dashboard' },
])('[A21] login never leads off the site: %j', (path) => {
  expect(safePath(path)).toBeUndefined();
  if (typeof path !== 'string') return;
  expect(wayBack({ state: { back: path }, search: `?next=${encodeURIComponent(path)}` })).toBe(
    '/dashboard',
  );
});

test('a way back in a language leads to the same page in the page’s own', () => {
  const asked = (next: string) => wayBack({ state: null, search: `?next=${next}` });
  expect(asked('/es/dashboard/payment?a=1')).toBe('/dashboard/payment?a=1');
  expect(asked('/es')).toBe('/');
  expect(['/es//elsewhere.example', '/es/\\elsewhere.example'].map(asked)).toEqual([
    '/dashboard',
    '/dashboard',
  ]);
});
