import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fields } from './fields.ts';

export const coverage = z.object({
  network: z.enum(['5G', '4G', 'none', 'unknown']),
  message: z.string(),
});
export type Coverage = z.infer<typeof coverage>;

export const viewCoverage = endpoint({
  name: 'viewCoverage',
  wire: 'GET /app/coverage',
  caller: 'anyone',
  summary: 'Whether a ZIP code is covered, with 5G or 4G',
  input: z.object({ zipCode: fields.zipCode }),
  output: coverage,
});
