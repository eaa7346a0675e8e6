import { expect, test } from 'vitest';
import { outageOf, type Call } from './timeline.ts';

const call = (sent: number, done: number, failure?: string): Call => ({
  kind: 'order',
  sent,
  done,
  ...(failure && { failure }),
});

test('an outage lasts from the first call that failed to the first good answer after the last one', () => {
  const outage = outageOf(
    [
      call(0, 100),
      call(1000, 1200, '503'),
      call(1500, 1600),
      call(2000, 2100, 'no answer'),
      call(2050, 4000),
      call(4100, 4300),
    ],
    900,
  );
  expect(outage).toMatchObject({ failed: 2, answered: 3, seconds: 3, slowest: 1.95 });
  expect(outage).toMatchObject({ isOpen: false, failures: ['503', 'no answer'] });
});

test('a good answer to a call that was sent before the last failure does not end an outage', () => {
  const outage = outageOf([call(0, 3000), call(1000, 2000, '503')], 0);
  expect(outage).toMatchObject({ isOpen: true, seconds: 2 });
});

test('what failed before the part was killed is another one’s', () => {
  expect(outageOf([call(0, 100, '503'), call(200, 300)], 150)).toMatchObject({
    failed: 0,
    seconds: 0,
  });
});
