/** What was promised to people: an answer without an error came for it. */
export interface Ledger {
  readonly accounts: Account[];
  readonly orders: AcknowledgedOrder[];
  /** Said once, and kept: chat messages, messages of the form, answers of support, refunds. */
  readonly kept: Kept[];
  /** Of what is written over, by what it is about: each try in its order. */
  readonly latest: Map<string, Try[]>;
  /** Numbers that should come, with their old carrier's details. */
  readonly calls: { answered: number; refused: number; unanswered: number };
  /** Answered 500: a fault of the product, whatever goes on outside. */
  readonly bugs: string[];
  readonly refusals: Map<string, number>;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

interface AcknowledgedOrder {
  readonly id: string;
  readonly email: string;
}

interface Kept {
  readonly kind: 'chat' | 'message' | 'reply' | 'refund';
  readonly id: string;
}

export interface Try {
  readonly value: string;
  acknowledged: boolean;
}

export const openLedger = (): Ledger => ({
  accounts: [],
  orders: [],
  kept: [],
  latest: new Map(),
  calls: { answered: 0, refused: 0, unanswered: 0 },
  bugs: [],
  refusals: new Map(),
});

/** What may stand there now: what was acknowledged last, or was asked after it. */
export function mayStand(tries: readonly Try[]): readonly string[] {
  const from = tries.findLastIndex(({ acknowledged }) => acknowledged);
  return tries.slice(Math.max(0, from)).map(({ value }) => value);
}
