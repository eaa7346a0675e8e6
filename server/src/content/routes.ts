import { viewFrame, viewHome, viewText } from '@portside/contract/content';
import { serve } from '../http/serve.ts';
import * as content from './content.ts';

export const routes = [
  serve(viewFrame, ({ app, who, input }) => content.viewPageFrame(app, who, input.page)),
  serve(viewText, ({ who, input }) => content.viewTextPage(who, input.page)),
  serve(viewHome, ({ who }) => content.viewHomeWords(who)),
];
