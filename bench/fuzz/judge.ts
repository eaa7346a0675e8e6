import type { Planned } from './plan.ts';

export interface Answered {
  /** 0: the connection ended without one. */
  readonly status: number;
  /** As it came, headers included. */
  readonly text: string;
  readonly milliseconds: number;
}

export const SLOW_MS = 2000;

/** What no caller may read. */
export interface Secret {
  readonly words: string;
  readonly whose: string;
  /** Who may. */
  readonly except: readonly string[];
}

/** How a program's inside looks in an answer. */
const insides: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\bat (?:async )?[\w.<>]+ \(?(?:file:|node:|\/)|\.[cm]?[jt]s:\d+:\d+/,
  'a file path':
    /\bfile:\/\/|node_modules|\/server\/src\/|\/(?:home|root|tmp|opt|usr|etc|var)\/[\w-]+\//,
  'words of SQL':
    /\b(?:select .{1,200} from|insert into|delete from|update "?\w+"? set) |syntax error at or near|violates \w+(?:-\w+)* constraint|relation "\w+"|column "\w+"|invalid (?:input syntax|byte sequence)/i,
  'an error of the program':
    /\b(?:Type|Reference|Range|Syntax|Zod|Assertion|Database)Error\b|Unexpected token|is not a function|Cannot read propert|ECONN[A-Z]+|undefined is not/,
};

/** What is wrong with an answer; nothing, if nothing is. */
export function faultsOf(call: Planned, answer: Answered, secrets: readonly Secret[]): string[] {
  const { status, text, milliseconds } = answer;
  const faults: string[] = [];
  if (status >= 500) faults.push(`answered ${status}`);
  if (status === 0 && !call.isCut) faults.push('no answer');
  if (milliseconds > SLOW_MS) faults.push(`took ${Math.round(milliseconds)} ms`);
  const said = withoutSent(call, text);
  for (const [name, pattern] of Object.entries(insides)) {
    if (pattern.test(said)) faults.push(`tells ${name}`);
  }
  for (const { words, whose, except } of secrets) {
    if (!except.includes(call.caller) && text.includes(words)) faults.push(`tells of ${whose}`);
  }
  return faults;
}

/** What a caller wrote themselves and reads again is no leak. */
function withoutSent({ body }: Planned, text: string): string {
  const sent = String(body).match(/"(?:[^"\\]|\\.){8,}"/g) ?? [];
  return sent.reduce((rest, one) => rest.replaceAll(one, '""'), text);
}
