import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { refused, type Refused } from '../http/no.ts';
import { isGuessable, type Known } from './guessable-passwords.ts';
import { isLeaked } from './leaked-passwords.ts';

/** A trial accepts the brand's name: the demo people's password has it. */
export function whyRefused(
  app: Pick<App, 'config'>,
  brand: Brand,
  password: string,
  person: Known,
): Refused<'password_leaked' | 'password_guessable'> | undefined {
  if (isLeaked(password)) return refused('password_leaked');
  const published = app.config.production ? brand : undefined;
  return isGuessable(password, person, published) ? refused('password_guessable') : undefined;
}
