import type { PublicBrand } from '@portside/contract/brand';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { type Answers, openPage } from './stage.tsx';

/** An endpoint and what a test lets it answer. */
export interface Answer {
  readonly name: string;
  readonly answer: (input: never) => unknown;
}

/** Typed by the endpoint: a test cannot answer what the server would not. */
export function answering<E extends Endpoint>(
  endpoint: E,
  answer: (input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>,
): Answer {
  return { name: endpoint.name, answer };
}

/** Shows one screen until the test is over; of two answers to a call the first counts. */
export function showScreen(
  screen: ReactNode,
  options: {
    at?: string;
    answers?: readonly Answer[];
    token?: string;
    can?: readonly CarrierCapability[];
    referrals?: PublicBrand['referrals'];
    linesAtOnce?: number;
  } = {},
) {
  const { at = '/', answers = [], token, can, referrals, linesAtOnce } = options;
  const page = openPage({
    routes: [{ path: '*', element: screen }],
    at,
    answers: Object.fromEntries(
      answers.toReversed().map((one) => [one.name, one.answer]),
    ) as Answers,
    token,
    can,
    referrals,
    linesAtOnce,
  });
  onTestFinished(() => page.close());
  return page;
}
