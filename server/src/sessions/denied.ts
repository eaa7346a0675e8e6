import { defineJob } from '../jobs/jobs.ts';

/** "This wasn't me" was pressed: what somebody else prepared with the account is undone. */
export const ownerDenied = defineJob<{ tenant: number; customerId: string }>('owner-denied');
