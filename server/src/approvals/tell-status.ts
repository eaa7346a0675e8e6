import type { MoneyStatus } from '@portside/contract/console/approvals';
import { told } from '../words/told.ts';

const standings: Readonly<Record<MoneyStatus, string>> = {
  waiting: 'A second person has to approve it first. It stands under Approvals.',
  pending: 'It is on its way to the card. The customer is told by email when it went through.',
  done: 'It is given. The customer is told by email.',
  failed: 'The bank refused it. It stands under Stuck.',
  declined: 'It was declined. Nothing is given.',
};

export const tellStatus = (status: MoneyStatus) => ({ ...told(standings[status]), status });
