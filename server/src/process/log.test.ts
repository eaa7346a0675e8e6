import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const lines: string[] = [];
const log = openLog('info', { write: (line: string) => void lines.push(line) });

test('[N08] what a caller sends makes no second line of the log, and none that looks like ours', () => {
  lines.length = 0;
  const forged = 'x\n{"level":60,"msg":"all is well"}\r\n\u2028\u001b[2Kmore';
  log.warn({ call: forged, error: new Error(forged) }, forged);
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line.trimEnd()).not.toMatch(/[\r\n\u001b]/);
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: forged, call: forged });
});

test('[N08] of an error only what programs put there is written, not what a customer typed', () => {
  lines.length = 0;
  const error = Object.assign(new Error('refused'), { code: 'E1', body: 'typed by a customer' });
  log.error({ error }, 'unexpected');
  expect(lines[0]).not.toContain('typed by a customer');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ error: { message: 'refused', code: 'E1' } });
});
