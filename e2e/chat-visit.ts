import { type BrowserContext, type Page, request as requests } from '@playwright/test';
import { arriveAsNewcomer, harbor, mesa, storedToken } from './customers.ts';
import { awake, expect } from './journey.ts';
import type { MovingProduct } from './moving-product.ts';

type Brand = 'harbor' | 'mesa';
export type VisitWords = [
  context: BrowserContext,
  brand: Brand,
  walk: (visit: Visit) => Promise<void>,
];

export const launcher = (page: Page) => page.getByRole('button', { name: /^Chat/ });
export const addressIn = (product: MovingProduct, brand: Brand) =>
  brand === 'harbor' ? product.address : product.address.replace('//', '//mesa.');

interface Visit {
  page: Page;
  context: BrowserContext;
  heard: string[];
  login: () => Promise<{ id: string; firstName: string; email: string }>;
}

/** Ends with what the browser complained of: no policy may be in the way of the service. */
export async function visitChat(
  product: MovingProduct,
  context: BrowserContext,
  brand: Brand,
  walk: (visit: Visit) => Promise<void>,
): Promise<void> {
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  const request = await requests.newContext({ baseURL: product.address });
  try {
    await walk({
      page,
      context,
      heard,
      async login() {
        const { firstName, email } = await arriveAsNewcomer(page, request, brand);
        const client = brand === 'harbor' ? harbor : mesa;
        const authorization = `Bearer ${await storedToken(page)}`;
        const answer = await request.get('/app/users/view', {
          headers: { ...client, authorization },
        });
        const { id } = (await answer.json()) as { id: string };
        return { id, firstName, email };
      },
    });
    expect(heard, 'what the browser complained of').toEqual([]);
  } finally {
    await request.dispose();
    await context.close();
  }
}

export const open = async (page: Page, path: string) => {
  await page.goto(path);
  await awake(page);
};
