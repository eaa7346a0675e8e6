import type { I18n } from '@lingui/core';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import { type LineAct, type LineHousehold, mayDo, roleOn } from '@portside/contract/household-acts';
import {
  type LineRoom,
  lineRooms,
  type LineSectionId,
  sectionActs,
} from '@portside/contract/line-rooms';
import { type Line, nextActs } from '@portside/contract/lines';

interface Shared {
  readonly household?: LineHousehold | undefined;
}

/** Of a line that somebody was given (P04): what is not theirs is not shown, and not asked for. */
export const mayWith = (line: Shared, act: LineAct): boolean => mayDo(roleOn(line), act);

/** What is to be done next, where it is theirs to do. */
export const nextOf = (line: Line): Line['nextAction'] =>
  line.nextAction && mayWith(line, nextActs[line.nextAction]) ? line.nextAction : undefined;

/** Whom the line is in the account of, to the one it was given to. */
export const holderOf = (i18n: I18n, { household }: Shared): string =>
  household?.holder || i18n.t('the account holder');

/** Whom it was given to, to its holder. */
export const memberOf = ({ household }: Shared): string =>
  household?.member?.name || (household?.member?.email ?? '');

const capabilities: Partial<Record<LineSectionId, CarrierCapability>> = {
  usage: 'usage',
  'add-ons': 'allowances',
  sim: 'changeSim',
  'emergency-address': 'emergencyAddress',
  'lost-phone': 'suspendLine',
  'new-number': 'changeNumber',
};

/** The sections of a room that the carrier has, and that are theirs. */
export const sectionsOf = (
  line: Shared,
  room: LineRoom,
  can: ReadonlySet<CarrierCapability>,
): readonly LineSectionId[] =>
  lineRooms[room].filter((section: LineSectionId) => {
    const needs = capabilities[section];
    return mayWith(line, sectionActs[section]) && (!needs || can.has(needs));
  });
