import { chanceOf, type Chance } from '../fuzz/chance.ts';
import type { Mood, WireMood } from './passage.ts';

export const processes = ['api-one', 'api-two', 'worker-one', 'worker-two'] as const;
export type ProcessName = (typeof processes)[number];
export const providers = ['payment', 'carrier'] as const;
type Provider = (typeof providers)[number];
export const moods = ['slow', 'wrong', 'silent', 'deaf', 'lying', 'cut'] as const satisfies Mood[];
export const mailMoods = ['slow', 'wrong', 'silent', 'lying', 'cut'] as const;
export type MailMood = (typeof mailMoods)[number];
const noticeMoods = ['repeated', 'reordered', 'lost'] as const;
export type NoticeMood = (typeof noticeMoods)[number];

/** One thing that goes wrong, `at` so many milliseconds, for so many. */
export type Fault = { readonly at: number; readonly lasts: number } & FaultKind;
type FaultKind =
  | { readonly kind: 'kill'; readonly who: readonly ProcessName[] }
  | { readonly kind: 'database'; readonly how: 'fast' | 'immediate' }
  | { readonly kind: 'wire'; readonly who: ProcessName; readonly mood: WireMood }
  | {
      readonly kind: 'provider';
      readonly of: Provider;
      readonly mood: Mood;
      readonly share: number;
    }
  | { readonly kind: 'mail'; readonly mood: MailMood }
  | { readonly kind: 'notices'; readonly mood: NoticeMood }
  | { readonly kind: 'disk' }
  | { readonly kind: 'clock'; readonly hours: number };

/** What a person is and does; their calls wait for answers, so only the order is planned. */
export interface Life {
  readonly nr: number;
  readonly sim: 'esim' | 'physical' | 'port-in';
  readonly card: 'visa' | 'declined' | 'unknown' | 'bank';
  readonly savesCard: boolean;
  readonly autopay: boolean;
  /** Presses the button twice at once. */
  readonly hasty: boolean;
  readonly acts: readonly Act[];
  /** Support gives back what was paid. */
  readonly refunded: 'card' | 'credit' | undefined;
}
const acts = [
  'look',
  'nickname',
  'name',
  'renew',
  'plan now',
  'plan later',
  'new card',
  'primary card',
  'delete card',
  'autopay on',
  'autopay off',
  'chat',
  'contact',
  'new eSIM',
  'log out',
] as const;
export type Act = (typeof acts)[number];

export interface Plan {
  readonly seed: number;
  readonly faults: readonly Fault[];
  life(nr: number): Life;
}

const SECOND = 1000;

/** The same seed and length give the same plan. */
export function planOf(seed: number, seconds: number, every: number): Plan {
  const chance = chanceOf(seed);
  const faults: Fault[] = [];
  let deck: FaultKind[] = [];
  for (let at = every; at < seconds; at += every) {
    if (deck.length === 0) deck = shuffled(deckOf(chance), chance);
    const next = deck.pop();
    if (next) faults.push({ at: at * SECOND, lasts: lastingOf(next, every, chance), ...next });
  }
  return { seed, faults, life: (nr) => lifeOf(seed, nr) };
}

/** Everything that can go wrong, once; the clock more often, or nobody renews. */
function deckOf(chance: Chance): FaultKind[] {
  const wires: WireMood[] = ['cut', 'silent', { delay: 20 + chance.under(300) }];
  return [
    ...processes.map((who) => ({ kind: 'kill', who: [who] }) as const),
    { kind: 'kill', who: ['worker-one', 'worker-two'] },
    { kind: 'database', how: 'fast' },
    { kind: 'database', how: 'immediate' },
    { kind: 'disk' },
    ...wires.map((mood) => ({ kind: 'wire', who: chance.of(processes), mood }) as const),
    ...providers.flatMap((of) =>
      moods.map((mood) => ({ kind: 'provider', of, mood, share: 40 + chance.under(61) }) as const),
    ),
    ...mailMoods.map((mood) => ({ kind: 'mail', mood }) as const),
    ...noticeMoods.map((mood) => ({ kind: 'notices', mood }) as const),
    ...Array.from({ length: 8 }, () => ({ kind: 'clock', hours: 48 + chance.under(168) }) as const),
  ];
}

function lastingOf({ kind }: FaultKind, every: number, chance: Chance): number {
  const most = {
    kill: 2,
    database: 2,
    disk: 3,
    clock: 1,
    wire: 6,
    provider: 10,
    mail: 10,
    notices: 12,
  };
  const longest = Math.min(most[kind], every * 4) * SECOND;
  return Math.round(longest / 3) + chance.under(Math.round((longest * 2) / 3));
}

function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  const left = [...all];
  return Array.from(all, () => left.splice(chance.under(left.length), 1)).flat();
}

function lifeOf(seed: number, nr: number): Life {
  const chance = chanceOf(seed * 100_003 + nr);
  const card = chance.of([
    ...Array.from({ length: 7 }, () => 'visa' as const),
    'declined',
    'unknown',
    'bank',
  ] as const);
  return {
    nr,
    sim: chance.of(['esim', 'esim', 'esim', 'physical', 'port-in']),
    card,
    savesCard: chance.percent(80),
    autopay: chance.percent(50),
    hasty: chance.percent(20),
    acts: Array.from({ length: 4 + chance.under(6) }, () => chance.of(acts)),
    refunded: chance.percent(12) ? chance.of(['card', 'credit']) : undefined,
  };
}
