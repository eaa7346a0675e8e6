import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { processSeconds } from './cpu-time.ts';

const BUSY = 0.5;
/** Uses half a second of CPU in a thread or a child of its own, then says so and waits. */
const programs = {
  itself: `const end = () => process.cpuUsage().user >= ${BUSY * 1e6};
    while (!end()); console.log('done'); setInterval(() => {}, 1000)`,
  'another thread': `const { Worker } = require('node:worker_threads');
    new Worker("while (process.cpuUsage().user < ${BUSY * 1e6});", { eval: true })
      .on('exit', () => console.log('done')); setInterval(() => {}, 1000)`,
  'a child': `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', "while (process.cpuUsage().user < ${BUSY * 1e6});" +
      "console.log('done'); setInterval(() => {}, 1000)"], { stdio: ['ignore', 'inherit', 'ignore'] });
    setInterval(() => {}, 1000)`,
};

test.each(Object.entries(programs))(
  'the CPU time of a process counts what %s has used, and no waiting',
  async (_who, program) => {
    const child = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const { pid } = child;
    // Without an id it would be the group of the tests.
    if (pid === undefined) throw new Error('It did not start');
    onTestFinished(() => void process.kill(-pid));
    await once(child.stdout, 'data');
    const used = processSeconds(pid);
    expect(used).toBeGreaterThan(BUSY * 0.9);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(processSeconds(pid) - used).toBeLessThan(0.2);
  },
);
