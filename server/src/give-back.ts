import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 500;
/** Of the time, at most, that a process with nothing to do works. */
const QUIET = 0.2;

/**
 * Once, when the start is over and nobody waits: it leaves garbage behind, and room for new objects
 * that an idle process does not need. A fifth of the memory; the room comes back with the work.
 */
export function giveMemoryBackWhenQuiet(): void {
  let last = performance.eventLoopUtilization();
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > QUIET) return;
    clearInterval(looking);
    collectGarbage();
  }, LOOK_EVERY_MS).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
