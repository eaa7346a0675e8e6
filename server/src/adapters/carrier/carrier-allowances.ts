/** What a line gets besides its plan, for a time. */
export interface Allowance {
  /** One for each that is bought: the same key is the same allowance. */
  key: string;
  msisdn: string;
  /** The carrier's id of the add-on. */
  addOnId: string;
  /** More data; without it, what the add-on gives is in the carrier's own table. */
  megabytes?: number;
  from: Date;
  until: Date;
}

/** Each may be asked for again. */
export interface AllowanceVerbs {
  addAllowance(allowance: Allowance): Promise<void>;
  /** It never comes back, not even when `addAllowance` arrives after it. */
  removeAllowance(allowance: { key: string; msisdn: string }): Promise<void>;
  /** Those that were not removed, the oldest first. */
  listAllowances(line: { msisdn: string }): Promise<Allowance[]>;
}
