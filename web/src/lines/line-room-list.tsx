import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { type LineRoom, linePlace, lineRoom, lineRooms } from '@portside/contract/line-rooms';
import type { LineDetail } from '@portside/contract/line-detail';
import { Link } from 'react-router';
import { useCan } from '../api/page.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { mayWith, sectionsOf } from './line-acts.ts';
import { roomNames } from './line-words.ts';

const icons: Record<LineRoom, IconName> = {
  usage: 'signal',
  phone: 'phone',
  security: 'lock',
  number: 'call',
};

interface LineRoomsProps {
  line: LineDetail;
}

/** The ways from the overview to everything else. */
export function LineRooms({ line }: LineRoomsProps) {
  const { i18n } = useLingui();
  const can = useCan();
  const names = roomNames(i18n, line);
  const hold = line.mayHold === true || line.heldUntil !== undefined;
  const give = line.mayGive === true || line.household?.as === 'holder';
  const handOver = line.mayHandOver === true || line.handover !== undefined;
  const contents: Record<LineRoom, string> = {
    usage: usageContents(i18n, line),
    phone: i18n.t('New SIM, 911 address, something not working'),
    security: give
      ? i18n.t('Lost or stolen phone, locks, who has this line')
      : i18n.t('Lost or stolen phone, locks'),
    number: leaving(i18n, hold, handOver),
  };
  const rooms = (Object.keys(lineRooms) as LineRoom[]).filter(
    (room) => sectionsOf(line, room, can).length > 0,
  );
  return (
    <nav aria-label={i18n.t('More about this line')}>
      <ul className="grid grid-cols-2 gap-px border bg-line [&>:last-child:nth-child(odd)]:col-span-2">
        {rooms.map((room) => (
          <li className="grid bg-surface" key={room}>
            <Link
              className="group flex min-h-16 items-center gap-3 px-4 py-3 motion hover:bg-fog focus-visible:-outline-offset-4! md:gap-5 md:px-6 md:py-5"
              to={lineRoom(line.id, room)}
            >
              <Icon className="shrink-0 text-action max-xs:hidden" name={icons[room]} />
              <span className="min-w-0">
                <span className="block font-strong group-hover:underline">{names[room]}</span>
                <span className="text-fine text-ink-soft max-md:sr-only">{contents[room]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Without what is the other one's of a line that somebody has. */
function usageContents(i18n: I18n, line: LineDetail): string {
  if (!mayWith(line, 'use')) return i18n.t('Plan, add-ons, autopay');
  return mayWith(line, 'pay')
    ? i18n.t('What you used, your plan, add-ons')
    : i18n.t('What you used');
}

function leaving(i18n: I18n, hold: boolean, handOver: boolean): string {
  if (hold && handOver) {
    return i18n.t('New number, take it elsewhere, hold, hand over or end the line');
  }
  if (hold) return i18n.t('New number, take it elsewhere, hold or end the line');
  return handOver
    ? i18n.t('New number, take it elsewhere, hand over or end the line')
    : i18n.t('New number, take it elsewhere, end the line');
}

/** K13: for a shaking hand. */
export function LostPhoneLink({ id }: { id: string }) {
  const { i18n } = useLingui();
  return (
    <TextLink className="inline-flex min-h-11 items-center gap-2" to={linePlace(id, 'lost-phone')}>
      <Icon name="warning" size={20} />
      {i18n.t('Lost or stolen phone')}
    </TextLink>
  );
}
