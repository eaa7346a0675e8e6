import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { refused, type Refused } from '../http/no.ts';
import { isGuessable, type Known } from './guessable-passwords.ts';
import { isLeaked } from './leaked-passwords.ts';

/**
 * Why a password that the rule accepts is not taken. In a trial the brand's name is, for the demo
 * people's password is made of it and stands in the README.
 */
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
