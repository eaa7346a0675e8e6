import type { PortInField } from '@portside/contract/port-in-reasons';
import type { App } from '../app.ts';
import { openDetails, requiredOf, type Details } from './details.ts';
import { isAtHome, isCancelAsked } from './progress.ts';
import type { PortInRow } from './store.ts';
import { sentenceOf } from './wording.ts';

interface Standing {
  details: Details;
  required: PortInField[];
  waitsForPlan: boolean;
  waitsForPayment: boolean;
  sentence: string;
}

export function standingOf(app: App, row: PortInRow): Standing {
  const details = openDetails(app, row);
  const cancelAsked = isCancelAsked(row);
  const required = cancelAsked ? [] : requiredOf(row, details);
  const isReady = !cancelAsked && isAtHome(row.status) && required.length === 0;
  const lineless = row.line_id === null;
  const waits = {
    waitsForPlan: lineless && row.order_id === null && (isReady || row.status === 'completed'),
    waitsForPayment: lineless && row.order_id !== null,
  };
  const sentence = sentenceOf({ ...row, required, isReady, ...waits });
  return { details, required, ...waits, sentence };
}
