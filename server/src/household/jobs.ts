import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { dropOldInvitations, endMembers, nextMember } from './ended-members.ts';

const endMembersJob = defineJob('end-members');
const dropOldInvitationsJob = defineJob('drop-old-invitations');

export const handlers = [
  handle(endMembersJob, endMembers),
  handle(dropOldInvitationsJob, dropOldInvitations),
];

export const schedules: Schedule[] = [
  { job: endMembersJob, cron: '* * * * *', due: nextMember },
  { job: dropOldInvitationsJob, cron: '47 4 * * *', atEnd: true },
];
