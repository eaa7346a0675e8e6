import { beforeAll } from 'vitest';

/** What a screen shows late is waited for: a second, as usual, is too little on a busy machine. */
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
});
