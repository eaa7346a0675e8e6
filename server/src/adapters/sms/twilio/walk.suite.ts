import type { AskedRequest } from '../../../testing/openapi-requests.ts';
import { openTwilioServer } from '../../../testing/twilio/server.ts';
import { twilioSms } from './sms.ts';

/** Every request that the adapter ever makes, in each of its forms. */
export async function askEverything(): Promise<readonly AskedRequest[]> {
  const account = { accountSid: `AC${'0c'.repeat(16)}`, authToken: 'twilio-test-token' };
  const twilio = await openTwilioServer(account);
  try {
    for (const from of ['+12125550100', `MG${'0d'.repeat(16)}`]) {
      const port = twilioSms({ ...account, from, apiUrl: twilio.url });
      const text = { to: '+12125550111', body: 'Harbor: hello' };
      await port.send(text);
      await port.send({ ...text, noticeUrl: 'https://shop.example/app/notices/texts/harbor' });
      const found = await port.find(text, new Date(0));
      await port.look(found?.ref ?? '');
      await port.check?.();
    }
    return twilio.requests.map(({ line, fields }) => {
      const [method = '', path = ''] = line.split(' ');
      return { method, path, fields };
    });
  } finally {
    await twilio.close();
  }
}
