export const usageKinds = ['data', 'hotspot', 'roaming', 'talk', 'text'] as const;
export type UsageKind = (typeof usageKinds)[number];

/**
 * What was used in a stretch of time: an hour or less, the carrier's own cut. Bytes of data, seconds
 * of talk, texts. Data is counted once: as hotspot, as roaming, or as data.
 */
export interface UsageRecord {
  kind: UsageKind;
  from: Date;
  amount: number;
}

export interface UsageReport {
  /** What came later is not counted yet. */
  asOf: Date;
  records: UsageRecord[];
}

export interface UsageVerbs {
  /**
   * All stretches that begin at `since` or later. Carriers count late: a stretch that was told
   * before may have grown. Nothing for a number they do not know.
   */
  usage(line: { msisdn: string }, since: Date): Promise<UsageReport>;
}
