/** How long somebody has waited, in the largest unit that says enough. */
export function waiting(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 1) return 'Under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

const languages = new Intl.DisplayNames(['en'], { type: 'language' });
export const languageName = (code: string): string => languages.of(code) ?? code;
