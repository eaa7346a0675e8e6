import type { App } from '../app.ts';
import { noteArrival } from '../audit/audit.ts';
import type { Query } from '../db/database.ts';
import type { Visitor } from '../http/who.ts';
import type { StaffRow } from './store.ts';

/** Of somebody known, who has no session yet. */
export const noteTry = (
  app: App,
  db: Query,
  who: Visitor,
  { id: staffId, email, role }: StaffRow,
  tried: { call: string; outcome: string },
) => noteArrival(app, db, who, { staffId, email, role, ...tried });
