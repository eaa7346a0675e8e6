import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { named } from './field-rules.ts';
import { admins, agents, everybody } from './roles.ts';

export const viewJobs = endpoint({
  name: 'viewJobs',
  wire: 'GET /console/api/jobs',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Jobs by kind and state, those given up, and how each service outside answered (L17)',
  input: nothing,
  output: z.object({
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        running: z.int(),
        givenUp: z.int(),
        oldestSeconds: z.number(),
      }),
    ),
    givenUp: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        at: z.string(),
        tries: z.int(),
        error: z.string(),
      }),
    ),
    /** Of the last 24 hours. */
    services: z.array(
      z.object({
        port: z.string(),
        name: z.string(),
        calls: z.int(),
        failures: z.int(),
        lastAt: z.nullable(z.string()),
        failedAt: z.nullable(z.string()),
        failure: z.nullable(z.string()),
      }),
    ),
  }),
});
export type ShownJobs = z.infer<(typeof viewJobs)['output']>;

export const retryJob = endpoint({
  name: 'retryJob',
  wire: 'POST /console/api/jobs/{id}/retry',
  caller: 'staff',
  roles: agents,
  summary: 'Puts a job that was given up into its queue again',
  input: named,
  output: said,
  refusals: { not_given_up: 'This job waits no more. Somebody may have tried it again.' },
});

export const examineServices = endpoint({
  name: 'examineServices',
  wire: 'GET /console/api/doctor',
  caller: 'staff',
  roles: admins,
  unaudited: true,
  summary:
    'Calls database, workers and every service, and says what to do, as portside doctor does',
  input: nothing,
  output: z.object({
    findings: z.array(
      z.object({
        about: z.string(),
        fine: z.boolean(),
        text: z.string(),
        todo: z.optional(z.string()),
      }),
    ),
  }),
});
