import { dateAlone } from '@portside/contract/formats';
import type { UsageKind } from '../adapters/carrier/carrier-usage.ts';
import { say } from '../words/say.ts';

const used: Readonly<Record<UsageKind, string>> = {
  data: 'You’ve used all your data until {date}. We don’t charge extra.',
  hotspot: 'You’ve used all your hotspot data until {date}. Data on the phone itself still works.',
  roaming: 'You’ve used all your data abroad until {date}. We don’t charge extra.',
  talk: 'You’ve used all your minutes until {date}. We don’t charge extra.',
  text: 'You’ve used all your messages until {date}. We don’t charge extra.',
};
const slowed = 'Your data is slower now ({speed}), until {date}. We don’t charge extra.';

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
