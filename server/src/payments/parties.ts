import { streetLine } from '@portside/contract/street-address';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Person } from '../account/person.ts';

export interface Seller {
  company: string;
  lines: string[];
  timeZone: string;
}

export function customerLines(person: Person): string[] {
  const place = [person.city, [person.state, person.zipCode].filter(Boolean).join(' ')];
  return [
    `${person.firstName} ${person.lastName}`,
    streetLine(person),
    place.filter(Boolean).join(', '),
    person.email,
  ].filter(Boolean);
}

export async function sellerOf(app: App, brand: Brand): Promise<Seller | null> {
  try {
    const footer = await app.adapters.of(brand.client.mvnoId).content.footer(brand.id);
    return sellerAt(brand, footer.data.attributes.address);
  } catch (error) {
    if (error instanceof OutsideFailure) return null;
    throw error;
  }
}

export function sellerAt(brand: Brand, address: string): Seller {
  const { company, product, support, timeZone } = brand;
  const lines = address.split('\n').filter(Boolean);
  return {
    company,
    lines: [
      product,
      ...(lines[0] === company ? lines : [company, ...lines]),
      `${support.phone}, ${support.email}`,
    ],
    timeZone,
  };
}
