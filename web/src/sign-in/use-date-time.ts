import { usePage } from '../api/page.tsx';

/** `Nov 5, 2025, 4:12 PM`, in the brand's time zone. */
export function useDateTime(): (moment: string) => string {
  const { brand, language } = usePage();
  const format = new Intl.DateTimeFormat(`${language}-US`, {
    timeZone: brand.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (moment) => format.format(new Date(moment));
}
