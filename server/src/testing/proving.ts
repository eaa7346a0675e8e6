import { stepUp } from '@portside/contract/sign-in';
import type { Caller } from './caller.ts';

/** The customer confirms that it is them, for the next ten minutes. */
export const proving = (caller: Caller, password = 'Anchor7!') => caller.call(stepUp, { password });
