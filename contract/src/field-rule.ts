import * as z from 'zod/mini';

const sentences = new Set<string>();
/** Every sentence of a field rule, for the word catalogues. Complete once fields.ts is loaded. */
export const fieldSentences: ReadonlySet<string> = sentences;

export function say<Sentence extends string>(sentence: Sentence): Sentence {
  sentences.add(sentence);
  return sentence;
}

const missing = say('This is missing.');
const short = say('This is too short.');
const long = say('This is too long.');
export const notValid = say('This is not valid. Please check it.');

/** Passed to every `safeParse`, so that the library's own words never show. */
export const ownWords = {
  error({ code, input }: { code?: string; input?: unknown }): string {
    if (input === undefined) return missing;
    if (code === 'too_small') return short;
    return code === 'too_big' ? long : notValid;
  },
};

interface Shape {
  max: number;
  min?: number;
  short?: string;
  clean?: (value: string) => string;
  holds?: (value: string) => boolean;
}

const trimmed = (value: string) => value.trim();
export const asIs = (value: string) => value;
export const packed = (value: string) => value.replaceAll(/[\s-]/g, '');
/** No control characters: nobody types them, and the database refuses some. */
const plain = (value: string) => !/(?![\n\r\t])\p{Cc}/u.test(value);

function judged(required: string, clean: Shape['clean'], fault: (value: string) => string | false) {
  return z.string({ error: required }).check(
    z.overwrite(clean ?? trimmed),
    z.check(({ value, issues }) => {
      const message = fault(value);
      // `continue` lets the rules across fields (`repeats`) report as well.
      if (message) issues.push({ code: 'custom', message, input: value, continue: true });
    }),
  );
}

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
