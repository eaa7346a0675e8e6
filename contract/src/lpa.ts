/** An eSIM activation code (docs/facts.md). */
export interface LpaCode {
  smdpAddress: string;
  /** Empty when the server knows the profile by the chip. */
  matchingId: string;
  oid: string;
  confirmationCodeRequired: boolean;
}

const form =
  /^(?:LPA:)?1\$((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})\$([A-Za-z0-9-]*)(?:\$((?:\d+(?:\.\d+)*)?)(?:\$(1?))?)?$/i;

export function parseLpa(text: string): LpaCode | undefined {
  const [, smdpAddress, matchingId, oid = '', flag = ''] = form.exec(text) ?? [];
  if (smdpAddress === undefined || matchingId === undefined) return undefined;
  return { smdpAddress, matchingId, oid, confirmationCodeRequired: flag === '1' };
}

export function lpaPayload(text: string): string | undefined {
  return parseLpa(text) && `LPA:${text.replace(/^LPA:/i, '')}`;
}

/** One-tap installation. The code is not URL-encoded: phones do not decode it. */
export function installUrls(payload: string): { ios: string; android: string } {
  const path = `esim_qrcode_provisioning?carddata=${payload}`;
  return {
    ios: `https://esimsetup.apple.com/${path}`,
    android: `https://esimsetup.android.com/${path}`,
  };
}

export function maskedLpa(payload: string): string {
  const parts = parseLpa(payload);
  return parts ? `LPA:1$${parts.smdpAddress}$••••` : '';
}
