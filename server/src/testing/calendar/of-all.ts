import { kept } from './kept.ts';
import { ofLines } from './lines.ts';
import { ofPeople } from './people.ts';
import { ofPortIns } from './port-ins.ts';
import type { Promised } from './stage.ts';
import { ofWork } from './work.ts';

/** Every time that the product keeps. */
export const calendar: Readonly<Record<string, Promised>> = {
  ...ofLines,
  ...ofPeople,
  ...ofPortIns,
  ...ofWork,
  ...kept,
};
