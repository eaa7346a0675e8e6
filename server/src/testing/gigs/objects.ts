/** What Gigs answers with, as documented. */
export interface Sim {
  object: 'sim';
  id: string;
  metadata: Record<string, string>;
  createdAt: string;
  iccid: string;
  provider: string;
  status: 'inactive' | 'active' | 'retired';
  type: 'eSIM' | 'pSIM';
}
export interface User {
  object: 'user';
  id: string;
  metadata: Record<string, string>;
  createdAt: string;
  email: string;
  fullName: string | null;
  preferredLocale: string;
  status: string;
}
export interface UserAddress {
  object: 'userAddress';
  id: string;
  user: string;
  city: string;
  country: string;
  line1: string;
  line2: string | null;
  postalCode: string;
  state: string | null;
}
export interface Plan {
  object: 'plan';
  id: string;
  name: string;
  provider: string;
  status: string;
}
export interface Porting {
  object: 'porting';
  id: string;
  createdAt: string;
  phoneNumber: string;
  provider: string;
  user: string;
  subscription: string | null;
  status: string;
  accountNumber: string | null;
  accountPinExists: boolean;
  firstName: string | null;
  lastName: string | null;
  birthday: string | null;
  address: object | null;
  donorProvider: { object: 'serviceProvider'; id: string; country: string; name: string } | null;
  donorProviderApproval: boolean | null;
  required: string[];
  declinedAttempts: number;
  declinedCode: string | null;
  declinedMessage: string | null;
  lastDeclinedAt: string | null;
}
export interface Subscription {
  object: 'subscription';
  id: string;
  metadata: Record<string, string>;
  createdAt: string;
  activatedAt: string | null;
  endedAt: string | null;
  cancellationDetails: { cause: string } | null;
  phoneNumber: string | null;
  plan: Plan;
  porting: Porting | null;
  sim: Sim | null;
  status: string;
  user: User;
  userAddress: string | null;
}
export interface Change {
  object: 'subscriptionChange';
  id: string;
  createdAt: string;
  appliedAt: string | null;
  failureCode: string | null;
  plan: Plan | null;
  sim: Sim | null;
  status: string;
  subscription: string;
  requestedChange: { plan: string | null; sim: string | null; when: string };
}
export interface PortOut {
  object: 'portOut';
  id: string;
  behavior: 'portOut';
  completedAt: string | null;
  createdAt: string;
  expiredAt: string | null;
  failureReason: string | null;
  status: string;
  subscription: string;
  user: string;
}
export interface Credentials {
  object: 'portOutCredentials';
  accountNumber: string | null;
  accountPin: string;
  portOut: string;
}
export interface Used {
  subscription: string;
  day: string;
  data: number;
  tethering: number;
  roaming: number;
  sms: number;
  voice: number;
  updatedAt: string;
}
export interface GigsEvent {
  type: string;
  data: object;
  time: Date;
}
