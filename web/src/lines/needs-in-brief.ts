import type { I18n } from '@lingui/core';
import type { Need } from '@portside/contract/needs';

/** The most urgent one, and how many there are beside it. */
export function needsInBrief(i18n: I18n, [first, ...others]: readonly Need[]): string | undefined {
  if (!first) return undefined;
  if (others.length === 0) return first.message;
  const more = i18n.t(
    '{count, plural, one {One more thing is waiting for you.} other {# more things are waiting for you.}}',
    { count: others.length },
  );
  return `${first.message} ${more}`;
}
