import * as z from 'zod/mini';

const sentences = new Set<string>();
/** Every sentence that a field rule can say, once fields.ts is loaded: for the word catalogues. */
export const fieldSentences: ReadonlySet<string> = sentences;

/** Notes a sentence for the word catalogues: the English sentence is the message's id. */
export function say<Sentence extends string>(sentence: Sentence): Sentence {
  sentences.add(sentence);
  return sentence;
}

const missing = say('This is missing.');
const short = say('This is too short.');
const long = say('This is too long.');
/** Of a value that no form has asked for. */
export const notValid = say('This is not valid. Please check it.');

/**
 * What is wrong with a value whose rule has no sentence of its own (ids, cursors, switches): given to
 * every `safeParse`, or the library would say it in words that are in no catalogue.
 */
export const ownWords = {
  error({ code, input }: { code?: string; input?: unknown }): string {
    if (input === undefined) return missing;
    if (code === 'too_small') return short;
    return code === 'too_big' ? long : notValid;
  },
};

interface Shape {
  /** The longest value that is accepted. */
  max: number;
  min?: number;
  /** Said below `min`, where that has a sentence of its own. */
  short?: string;
  /** What a value is made of before it is judged and passed on; trimmed unless told. */
  clean?: (value: string) => string;
  holds?: (value: string) => boolean;
}

const trimmed = (value: string) => value.trim();
export const asIs = (value: string) => value;
/** Numbers copied from a card or a letter, without what stands between the digits. */
export const packed = (value: string) => value.replaceAll(/[\s-]/g, '');
/** No person types control signs, and the database does not take all of them. */
const plain = (value: string) => !/(?![\n\r\t])\p{Cc}/u.test(value);

/** A string, cleaned, then judged: `fault` names the one sentence of a wrong value. */
function judged(required: string, clean: Shape['clean'], fault: (value: string) => string | false) {
  return z.string({ error: required }).check(
    z.overwrite(clean ?? trimmed),
    z.check(({ value, issues }) => {
      const message = fault(value);
      // `continue` lets the rules across fields (`repeats`) speak beside this one.
      if (message) issues.push({ code: 'custom', message, input: value, continue: true });
    }),
  );
}

/**
 * One row of the table: the sentence for an empty value, and the one for a wrong value. The first
 * that applies is the only one.
 */
export function text(
  required: string,
  wrong: string,
  { max, min = 1, short, clean, holds }: Shape,
) {
  const empty = say(required);
  const tooShort = say(short ?? wrong);
  const error = say(wrong);
  const rule = judged(empty, clean, (value) => {
    if (value === '') return empty;
    if (value.length < min) return tooShort;
    return (value.length > max || !plain(value) || holds?.(value) === false) && error;
  });
  // For the API's description, which cannot read the check.
  z.globalRegistry.add(rule, { minLength: min, maxLength: max });
  return rule;
}

/** A field that may be left empty: trimmed; `''` and a missing value are both no value. */
export function optionalText(
  wrong: string,
  max: number,
  holds: (value: string) => boolean = plain,
) {
  const error = say(wrong);
  const rule = judged(
    error,
    trimmed,
    (value) => value !== '' && (value.length > max || !holds(value)) && error,
  );
  z.globalRegistry.add(rule, { maxLength: max });
  return z.optional(rule);
}
