import { dateAlone } from '@portside/contract/formats';
import type { UsageKind } from '../adapters/carrier/carrier-usage.ts';
import { say } from '../words/say.ts';

const used: Readonly<Record<UsageKind, string>> = {
  data: 'There is no more data until {date}. Nothing extra is charged.',
  hotspot: 'Hotspot data is used up until {date}. Data on the phone itself still works.',
  roaming: 'Data abroad is used up until {date}. Nothing extra is charged.',
  talk: 'The minutes are used up until {date}. Nothing extra is charged.',
  text: 'The messages are used up until {date}. Nothing extra is charged.',
};
const slowed = 'Data is slower now ({speed}), until {date}. Nothing extra is charged.';

/** What happens now that a limit is reached. */
export function overWords(
  kind: UsageKind,
  { slowedTo, until }: { slowedTo: string | null; until: Date },
  { language, timeZone }: { language: string; timeZone: string },
): string {
  const date = dateAlone(until, timeZone, language);
  if (kind === 'data' && slowedTo) return say(language, slowed, { speed: slowedTo, date });
  return say(language, used[kind], { date });
}
