import { expect, test } from 'vitest';
import { installUrls, lpaPayload, maskedLpa, parseLpa } from './lpa.ts';

test.each([
  ['LPA:1$smdp.example.com$ABC-123', 'ABC-123', '', false],
  ['1$smdp.example.com$ABC-123', 'ABC-123', '', false],
  ['lpa:1$smdp.example.com$', '', '', false],
  ['LPA:1$smdp.example.com$ABC$$1', 'ABC', '', true],
  ['LPA:1$smdp.example.com$ABC$1.3.6.1', 'ABC', '1.3.6.1', false],
  ['LPA:1$smdp.example.com$ABC$1.3.6.1$1', 'ABC', '1.3.6.1', true],
])('the activation code %s is read', (text, matchingId, oid, confirmationCodeRequired) => {
  expect(parseLpa(text)).toEqual({
    smdpAddress: 'smdp.example.com',
    matchingId,
    oid,
    confirmationCodeRequired,
  });
  expect(lpaPayload(text)?.startsWith('LPA:1$')).toBe(true);
});

test.each([
  '',
  'LPA:2$smdp.example.com$ABC',
  'LPA:1$localhost$ABC',
  'LPA:1$smdp.example.com$AB C',
  'LPA:1$ smdp.example.com$ABC',
  'smdp.example.com$ABC',
  'LPA:1$smdp.example.com',
  'LPA:1$smdp.example.com$ABC$x',
  'LPA:1$smdp.example.com$ABC$$2',
  'https://evil.example/?LPA:1$smdp.example.com$ABC',
])('%j is no activation code', (text) => {
  expect(parseLpa(text)).toBeUndefined();
  expect(lpaPayload(text)).toBeUndefined();
});

test('the links of phones carry the code as it is, and a masked one says nothing of it', () => {
  const code = 'LPA:1$smdp.example.com$SECRET';
  const urls = installUrls(code);
  expect(urls.ios).toBe(`https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${code}`);
  expect(urls.android).toBe(
    `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${code}`,
  );
  expect(maskedLpa(code)).toBe('LPA:1$smdp.example.com$••••');
  expect(maskedLpa('https://evil.example/SECRET')).toBe('');
});
