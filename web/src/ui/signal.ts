import { type SignalName, signalNames } from './flag.tsx';

export function signalOf(number: number): SignalName {
  return signalNames[Math.abs(number - 1) % signalNames.length] ?? 'square';
}
