import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 500;
/** Of the time, at most, that a process with nothing to do works. */
const QUIET = 0.2;
/** Two seconds: a start rests for a moment too, when it waits for the database. */
const QUIET_LOOKS = 4;
/** A minute: it takes some 50 ms, in which nobody is answered. */
const LOOKS_BETWEEN = 120;
const WORTH_BYTES = 8 * 1024 * 1024;

interface Heap {
  /** The part of the time since the last look that the process worked. */
  busy(): number;
  bytes(): number;
  /** V8 returns the room that this left some ten seconds later. */
  collect(): void;
}

/**
 * Once the start is over and nobody waits: it leaves garbage behind, and room for new objects that
 * an idle process does not need. The room comes back with the work, and goes again after it.
 */
export function giveMemoryBackWhenQuiet(heap: Heap = ownHeap()): () => void {
  let quiet = 0;
  let since = Number.POSITIVE_INFINITY;
  let least = Number.NEGATIVE_INFINITY;
  const looking = setInterval(() => {
    since += 1;
    quiet = heap.busy() > QUIET ? 0 : quiet + 1;
    const bytes = heap.bytes();
    least = Math.min(least, bytes);
    if (quiet < QUIET_LOOKS || since < LOOKS_BETWEEN || bytes < least + WORTH_BYTES) return;
    heap.collect();
    least = bytes;
    since = 0;
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}

function ownHeap(): Heap {
  let last = performance.eventLoopUtilization();
  return {
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    bytes: () => getHeapStatistics().total_heap_size,
    collect() {
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      setFlagsFromString('--no-expose-gc');
      collect();
    },
  };
}
