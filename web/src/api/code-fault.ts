import { fields } from '@portside/contract/fields';

export const codeFault = (length: 5 | 6) => (code: string) =>
  fields[`otp${length}`].safeParse(code).error?.issues[0]?.message;
