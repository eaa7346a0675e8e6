/** When support is back, by the brand's clock: `Monday at 8:00 AM EST`. */
export const backTime = (backAt: string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(`${language}-US`, {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(backAt));
