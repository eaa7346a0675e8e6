import { contactUs } from '@portside/contract/support';
import { serve } from '../http/serve.ts';
import * as support from './support.ts';

export const routes = [
  serve(contactUs, ({ app, who, input }) => support.contactDesk(app, who, input)),
];
