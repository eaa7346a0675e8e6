import { portInStatus } from '@portside/contract/lines';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { expect, test } from 'vitest';
import { isMoving, isOver, needsCustomer, routeOf } from './route.ts';

const states = (status: (typeof portInStatus.options)[number]) => {
  const step = (one: typeof status) => ({ status: one, at: '2026-11-20T12:00:00Z', reason: null });
  const history = [step('draft'), step('submitted'), step('pending'), step(status)];
  return routeOf({ status, history }).map(({ state }) => state);
};

test('every status is one of three: it moves, it waits for the customer, or it is over', () => {
  for (const status of portInStatus.options) {
    const kinds = [isMoving({ status }), needsCustomer({ status }), isOver({ status })];
    expect(kinds.filter(Boolean), status).toHaveLength(1);
  }
});

test('a number that was only checked needs nothing of the customer; one that was begun does', () => {
  const required: PortInField[] = ['billingAccount', 'pinPassword'];
  const checked = { status: 'draft', required } as const;
  expect(needsCustomer(checked)).toBe(false);
  expect(isOver(checked)).toBe(false);
  expect(needsCustomer({ ...checked, required: [] })).toBe(true);
  expect(needsCustomer({ ...checked, status: 'details_needed' })).toBe(true);
});

test('the route shows where a number is, and trouble only where there is some', () => {
  expect(states('submitted')).toEqual(['done', 'here', 'ahead', 'ahead', 'ahead']);
  expect(states('delayed')).toEqual(['done', 'done', 'here', 'ahead', 'ahead']);
  expect(states('action_needed')).toEqual(['done', 'done', 'trouble', 'ahead', 'ahead']);
  expect(states('completed')).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(states('failed')).toEqual(['done', 'done', 'trouble', 'ahead', 'ahead']);
  expect(states('cancelled')).toEqual(['done', 'done', 'ahead', 'ahead', 'ahead']);
});
