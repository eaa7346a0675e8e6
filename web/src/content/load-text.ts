import type { TextPage, textPages } from '@portside/contract/content';
import type { LoaderFunctionArgs } from 'react-router';
import { hostOf } from '../api/page-context.ts';

export function loadText(page: (typeof textPages)[number]) {
  return async (args: LoaderFunctionArgs): Promise<TextPage> => {
    const { viewText } = await import('@portside/contract/content');
    return hostOf(args).call(viewText, { page }, { signal: args.request.signal });
  };
}
