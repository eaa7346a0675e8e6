/** The parts of an eSIM activation code (facts.md, 4). */
export interface LpaCode {
  smdpAddress: string;
  /** May be empty: the profile waits at the server for this one chip. */
  matchingId: string;
  oid: string;
  confirmationCodeRequired: boolean;
}

const form =
  /^(?:LPA:)?1\$((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})\$([A-Za-z0-9-]*)(?:\$((?:\d+(?:\.\d+)*)?)(?:\$(1?))?)?$/i;

/** Reads `LPA:1$server$id`, with or without its prefix; undefined for anything else. */
export function parseLpa(text: string): LpaCode | undefined {
  const [, smdpAddress, matchingId, oid = '', flag = ''] = form.exec(text) ?? [];
  if (smdpAddress === undefined || matchingId === undefined) return undefined;
  return { smdpAddress, matchingId, oid, confirmationCodeRequired: flag === '1' };
}

/** The code with its prefix, as a QR code carries it; undefined if it is none. */
export function lpaPayload(text: string): string | undefined {
  return parseLpa(text) && `LPA:${text.replace(/^LPA:/i, '')}`;
}

/** Where a phone installs a profile with one tap. The code stands raw: phones do not decode it. */
export function installUrls(payload: string): { ios: string; android: string } {
  const path = `esim_qrcode_provisioning?carddata=${payload}`;
  return {
    ios: `https://esimsetup.apple.com/${path}`,
    android: `https://esimsetup.android.com/${path}`,
  };
}

/** What is shown of a code once it was installed: whose server it was, and no more. */
export function maskedLpa(payload: string): string {
  const parts = parseLpa(payload);
  return parts ? `LPA:1$${parts.smdpAddress}$••••` : '';
}
