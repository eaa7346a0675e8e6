import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { trialOf } from './trial.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[J01] the way to the sandbox’s mailbox is said in the reader’s language', () => {
  const said = (language: string) => {
    const { lead, link } = trialOf(app.app, app.app.brands.first, language)?.mailbox ?? {};
    return `${lead} ${link}`;
  };
  expect(said('en')).toBe('Sandbox: the email is in the mailbox');
  expect(said('es')).toBe('Entorno de prueba: el correo está en el buzón de prueba');
});
