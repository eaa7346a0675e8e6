import { handle } from '../jobs/jobs.ts';
import { bringAlongJob } from '../sign-in/joining.ts';
import { bringAlong } from './joining.ts';

export const handlers = [handle(bringAlongJob, bringAlong)];
