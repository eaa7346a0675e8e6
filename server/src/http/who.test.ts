import { expect, test } from 'vitest';
import type { Query, Tx } from '../db/database.ts';
import {
  customerAt,
  customerOf,
  ownerOf,
  ownerOfRow,
  type Customer,
  type Owner,
  type Staff,
  type Visitor,
} from './who.ts';

/** What the compiler lets through is what it is asked here: an error that is not there is one. */
const ask = (owner: Owner) => `${owner.tenant} ${owner.customerId}`;

const row = { tenant_id: 1, customer_id: 'cus_maya' };
const visitor = { tenant: 1, language: 'en' } as Visitor;

test('an owner is made of a row, or of a session, and of nothing else', () => {
  const maya: Customer = customerOf(visitor, { ...row, id: 'ses_1' }, {});
  expect([ask(ownerOfRow(row)), ask(maya)]).toEqual(['1 cus_maya', '1 cus_maya']);
  // @ts-expect-error -- a tenant and a customer that somebody put together
  ask({ tenant: 1, customerId: 'cus_maya' });
  // @ts-expect-error -- Maya's tenant with another customer
  ask({ ...maya, customerId: 'cus_other' });
  // @ts-expect-error -- nobody is logged in
  expect(() => ask(ownerOfRow({ ...row, customer_id: null }))).toThrow(TypeError);
});

test('a transaction is a query, and a query outside of one is no transaction', () => {
  const read = (db: Query) => db;
  const lock = (tx: Tx) => read(tx);
  // @ts-expect-error -- a lock that ends with its statement
  expect(() => lock(undefined as unknown as Query)).not.toThrow();
});

test('[L04] a staff call whose endpoint does not say "verified" has no customer to act for', () => {
  const who = { tenant: 6, staffId: 'stf_1' } as Staff;
  expect(() => customerAt(who)).toThrow('does not say whose row');
  expect(customerAt({ ...who, about: ownerOf(6, 'cus_1') })).toEqual(ownerOf(6, 'cus_1'));
});
