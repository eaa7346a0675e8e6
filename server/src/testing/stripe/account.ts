import { randomBytes } from 'node:crypto';
import type { SandboxCard } from '../../adapters/payment/sandbox/cards.ts';
import { missing } from './wire.ts';

/** What one Stripe account holds. Card numbers are read and forgotten. */
export interface StripeAccount {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly now: () => Date;
  /** `http://127.0.0.1:12111`; the hosted pages are there, too. */
  origin: string;
  /** Its banks ask through the browser's script only, which our pages don't offer. */
  asksByScript: boolean;
  readonly customers: Map<string, Customer>;
  readonly methods: Map<string, Method>;
  readonly tokens: Map<string, Token>;
  readonly intents: Map<string, Intent>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  /** What they hold, by their ids. */
  readonly files: Map<string, Buffer>;
  readonly warnings: Map<string, FraudWarning>;
  /** What became of payouts, by their ids, where it is not what the time makes of them. */
  readonly payoutStates: Map<string, string>;
  readonly sessions: Map<string, Session>;
  /** Not yet taken by the bench or sent. */
  readonly events: StripeEvent[];
}

export interface Customer {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
}

export interface Method {
  id: string;
  created: number;
  customer: string | null;
  isDetached: boolean;
  card: SandboxCard;
  /** What it was set up for: without it, banks ask for its owner when it is charged off session. */
  setUpFor: 'off_session' | 'on_session' | null;
}

export interface Token {
  id: string;
  card: SandboxCard;
  expiresAt: Date;
  intent: string | null;
}

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

export interface Intent {
  id: string;
  created: number;
  amount: number;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method' | 'canceled';
  method: Method;
  keepsFor: Method['setUpFor'];
  returnUrl: string | null;
  usesSdk: boolean;
  decline: Decline | null;
  settleAt: Date | null;
}

export interface Refund {
  id: string;
  created: number;
  intent: Intent;
  amount: number;
  status: 'succeeded' | 'pending' | 'failed';
  metadata: Record<string, string>;
  failureReason: string | null;
  settleAt: Date | null;
}

export interface Dispute {
  id: string;
  created: number;
  intent: Intent;
  status: string;
  reason: string;
  dueBy: Date | null;
  evidence: Record<string, string>;
  submissions: number;
  metadata: Record<string, string>;
}

export interface FraudWarning {
  id: string;
  created: number;
  intent: Intent;
  fraudType: string;
}

export interface Session {
  id: string;
  created: number;
  customer: string;
  successUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
  status: 'open' | 'complete';
  expiresAt: Date;
  method: Method | null;
  setupStatus: string;
}

export interface StripeEvent {
  id: string;
  type: string;
  body: string;
}

export function openAccount(
  keys: Pick<StripeAccount, 'secretKey' | 'publishableKey' | 'webhookSecret' | 'now'>,
): StripeAccount {
  return {
    ...keys,
    origin: '',
    asksByScript: false,
    customers: new Map(),
    methods: new Map(),
    tokens: new Map(),
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    files: new Map(),
    warnings: new Map(),
    payoutStates: new Map(),
    sessions: new Map(),
    events: [],
  };
}

export const freshId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export const stampOf = (at: Date) => Math.floor(at.getTime() / 1000);

export function need<T>(all: Map<string, T>, id: string, what: string, param?: string): T {
  const one = all.get(id);
  if (one === undefined) throw missing(what, id, param);
  return one;
}

/** An event of this moment, with the object as it is now; it goes out later. */
export function tell(account: StripeAccount, type: string, object: Record<string, unknown>): void {
  const id = freshId('evt');
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: stampOf(account.now()),
    livemode: false,
    type,
    pending_webhooks: 1,
    request: { id: freshId('req'), idempotency_key: null },
    data: { object },
  };
  account.events.push({ id, type, body: JSON.stringify(event, null, 2) });
}
