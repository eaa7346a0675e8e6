import { fields } from '@portside/contract/fields';

/** The sentence for a code that is not whole; undefined for one that is. */
export const codeFault = (length: 5 | 6) => (code: string) =>
  fields[`otp${length}`].safeParse(code).error?.issues[0]?.message;
