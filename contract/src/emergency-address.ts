import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { streetAddress } from './fields.ts';
import { lineEnded, lineId } from './period.ts';

export const setEmergencyAddress = endpoint({
  name: 'setEmergencyAddress',
  wire: 'PUT /app/lines/{id}/emergency-address',
  caller: 'customer',
  act: 'use',
  notForAgents: true,
  freshProof: true,
  proofFor: 'change',
  needs: 'emergencyAddress',
  summary: 'Where 911 sends help for a Wi-Fi call of this line; sent to the carrier (K19)',
  input: z.object({
    id: lineId,
    ...streetAddress,
  }),
  output: said,
  refusals: {
    line_ended: lineEnded,
    not_active: 'This line isn’t active yet. You can change the address once it is.',
    /** Another change is at the carrier. */
    busy: 'This address is being changed right now. Please try again in a few minutes.',
    not_found_by_carrier: {
      message: '911 responders can’t find this address. Please check the number and the street.',
      field: 'streetNumber',
    },
  },
});
