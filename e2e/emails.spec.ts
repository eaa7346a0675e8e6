import { expect, test } from './journey.ts';

const brands = [
  { name: 'Harbor', 'x-api-key': 'harbor-demo-key', 'company-code': 'WEB-1', mvnoId: '6' },
  { name: 'Mesa', 'x-api-key': 'mesa-demo-key', 'company-code': 'WEB-7', mvnoId: '7' },
] as const;

interface Mail {
  readonly from: string;
  readonly html: string;
}

// What these and all other journeys were sent is looked at afterwards (emails.after.ts).
test(
  'each brand writes to its customers in their language, from its own address',
  { tag: '@desktop' },
  async ({ request }) => {
    for (const { name, ...tenant } of brands) {
      for (const language of ['en', 'es']) {
        const email = `letters.${name.toLowerCase()}.${language}@example.com`;
        const headers = { ...tenant, 'accept-language': language };
        const call = async (path: string, data: object) => {
          const answer = await request.post(path, { headers, data });
          expect(answer.ok(), `${path} at ${name}: ${await answer.text()}`).toBe(true);
        };
        const regPassword = 'Anchor7!';
        await call('/app/users/register', {
          firstName: 'Lena',
          lastName: 'Brook',
          email,
          regPassword,
          confirmRegPassword: regPassword,
        });
        await call('/app/users/forgotpassword', { email });
        await call('/app/users/contactus', {
          name: 'Lena',
          email,
          message: 'Do you ship to Maine?',
        });
        const mails = async () =>
          (await (await request.get(`/sandbox/mail/messages?to=${email}`)).json()) as Mail[];
        await expect.poll(async () => (await mails()).length).toBeGreaterThanOrEqual(3);
        for (const { from, html } of await mails()) {
          expect(from).toContain(name);
          expect(html).toContain(`<html lang="${language}"`);
        }
      }
    }
  },
);
