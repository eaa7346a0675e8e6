import { type SignalName, signalNames } from './flag.tsx';

/** The signal of a number, from one to six and round again. */
export function signalOf(number: number): SignalName {
  return signalNames[Math.abs(number - 1) % signalNames.length] ?? 'square';
}
