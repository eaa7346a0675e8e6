/** A line's state at the carrier; active since its activation unless reported otherwise. */
export type LineState = 'active' | 'suspended' | 'released';

/** The verbs for a line that is there. Each may be asked for again: what a line is, it stays. */
export interface LineVerbs {
  /** Nobody uses it until it is resumed; its number stays. */
  suspendLine(line: { msisdn: string }): Promise<void>;
  resumeLine(line: { msisdn: string }): Promise<void>;
  /** For good: the number is given up. */
  releaseLine(line: { msisdn: string }): Promise<void>;
  viewLine(line: { msisdn: string }): Promise<LineState>;
}
