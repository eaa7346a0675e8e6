/** Where each carrier of mail shows how far something is. */
const pages: Readonly<Record<string, string>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
};

/** Undefined for a carrier that we know no page of. */
export function trackingUrl(carrier: string, trackingNumber: string): string | undefined {
  const page = pages[carrier.trim().toLowerCase()];
  const number = trackingNumber.replaceAll(/\s/g, '');
  return page && number ? page + encodeURIComponent(number) : undefined;
}
