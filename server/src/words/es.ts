// Made by `npm run words`. What is not here is its own text.
import type { Messages } from '@lingui/core';

// oxfmt-ignore
export const messages: Messages = {
};
