import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { fields, streetAddress } from './fields.ts';
import { codeRefusals } from './sign-in.ts';

/** Who is harmed by somebody on the same account moves a line to an own one (P05, 47 CFR 64.6400). */
export const MOST_LINES = 10;
export const MOST_DOCUMENTS = 5;
/** Bytes of one document. */
export const MOST_BYTES = 4 * 1024 * 1024;
/** What was sent is gone then, decided or not (47 CFR 64.6405). */
export const KEPT_DAYS = 90;
/** An answer comes within so many business days of a whole request (47 CFR 64.6402). */
export const ANSWER_DAYS = 2;

/** Whose phone a line is: of who asks, or of somebody in their care. */
export const lineUser = z.enum(['own', 'in_care'], { error: 'Please choose whose phone it is.' });
export type LineUser = z.infer<typeof lineUser>;

/**
 * `official`: of the police or a court. `professional`: signed by somebody who helps survivors. `care`: that
 * somebody is in their care, signed by who asks.
 */
export const documentKind = z.enum(['official', 'professional', 'care'], {
  error: 'Please choose what this document is.',
});
export type DocumentKind = z.infer<typeof documentKind>;

/** `open`: something is missing. `waiting`: whole, and with us. `asked`: we asked something. */
export const separationState = z.enum(['open', 'waiting', 'asked', 'done', 'refused', 'withdrawn']);
export type SeparationState = z.infer<typeof separationState>;

/** What the rule lets a carrier refuse for. */
export const separationRefusal = z.enum(
  ['documents', 'not_user', 'not_shared', 'not_possible', 'incomplete'],
  { error: 'Choose the reason.' },
);
export type SeparationRefusal = z.infer<typeof separationRefusal>;

const token = z.string({ error: 'Open the link of our email.' }).check(z.maxLength(200));
const few = (most: number, sentence: string) =>
  z.optional(z.string({ error: sentence }).check(z.trim(), z.maxLength(most, sentence)));

export const separatedLine = z.object({
  number: z.string(),
  who: lineUser,
  /** A code that was texted to it came back, or staff have seen to it otherwise. */
  proven: z.boolean(),
  /** It is in the own account; others of the request may still wait. */
  moved: z.optional(z.literal(true)),
});

export const heldDocument = z.object({
  id: z.string(),
  kind: documentKind,
  name: z.string(),
  at: z.string(),
});

export const separation = z.object({
  /** To name on the phone; it opens nothing. */
  reference: z.string(),
  state: separationState,
  /** The safe address, masked. */
  email: z.string(),
  lines: z.array(separatedLine),
  documents: z.array(heldDocument),
  /** What still has to come before it is whole. */
  missing: z.array(z.enum(['document', 'care'])),
  receivedAt: z.string(),
  /** Of a whole one that waits. */
  answerBy: z.optional(z.string()),
  /** What staff asked last, while it is unanswered. */
  question: z.optional(z.object({ text: z.string(), at: z.string() })),
  refused: z.optional(
    z.object({ reason: separationRefusal, note: z.optional(z.string()), at: z.string() }),
  ),
  done: z.optional(z.object({ at: z.string(), numbers: z.array(z.string()) })),
  /** Codes can be texted here. */
  texts: z.boolean(),
});
export type Separation = z.infer<typeof separation>;

const answered = z.object({ message: z.string(), separation });

/** Gone, decided, or never there: all the same. */
const over = 'This request can’t be changed any more.';
const unknown = 'This link is not right, or what it led to is gone. You can send a new request.';
const opened = { unknown_link: unknown } as const;
const changed = { ...opened, over } as const;

export const askSeparationCode = endpoint({
  name: 'askSeparationCode',
  wire: 'POST /app/line-separation/code',
  caller: 'anyone',
  summary: 'Sends a code to a safe email address, before anything is asked for (P05)',
  input: z.object({ email: fields.email }),
  output: said,
});

export const askSeparation = endpoint({
  name: 'askSeparation',
  wire: 'POST /app/line-separation',
  caller: 'anyone',
  summary: 'Asks for lines to be moved to an account of their own; nobody else is told (P05)',
  input: z.object({
    email: fields.email,
    otp: fields.otp6,
    /** Who asks. */
    name: fields.contactName,
    lines: z
      .array(z.object({ number: fields.yourNumber, who: lineUser }))
      .check(z.minLength(1, 'Please enter your number'), z.maxLength(MOST_LINES)),
    /** Who harmed them, as the documents name them; and their number, if it is known. */
    otherName: z
      .string({ error: 'Please enter their name' })
      .check(z.trim(), z.minLength(1, 'Please enter their name'), z.maxLength(120)),
    otherNumber: z.optional(fields.yourNumber),
    /** How to reach them; by email in each case. */
    contactNumber: z.optional(fields.yourNumber),
    /** When, and what to say. */
    contactNote: few(500, 'Please write at most 500 characters.'),
    /** Who asks for them. */
    representative: few(200, 'Please write at most 200 characters.'),
    /** Where the phone is now, for 911. */
    address: z.optional(z.object(streetAddress)),
    /** That they use these lines, or care for who does. */
    affirmed: z.literal(true, { error: 'Please confirm this.' }),
  }),
  /**
   * The secret is the token that opens the request for {@link KEPT_DAYS} days; the email has it, too. It is
   * not called `token` here: browsers make a key for a way in, and keep it.
   */
  output: z.object({ message: z.string(), secret: z.string(), separation }),
  refusals: codeRefusals,
});

export const viewSeparation = endpoint({
  name: 'viewSeparation',
  wire: 'POST /app/line-separation/view',
  caller: 'anyone',
  summary: 'How a request stands, for who has its link (P05)',
  input: z.object({ token }),
  output: z.object({ separation }),
  refusals: opened,
});

export const addSeparationDocument = endpoint({
  name: 'addSeparationDocument',
  wire: 'POST /app/line-separation/documents',
  caller: 'anyone',
  file: 'content',
  summary: 'Adds a document: PDF, JPEG or PNG; the same one again is there once (P05)',
  input: z.object({
    token,
    kind: documentKind,
    name: z
      .string({ error: 'Please choose a file.' })
      .check(z.trim(), z.minLength(1, 'Please choose a file.'), z.maxLength(200)),
    /** Base64. */
    content: z
      .string({ error: 'Please choose a file.' })
      .check(z.minLength(1, 'Please choose a file.')),
  }),
  output: answered,
  refusals: {
    ...changed,
    not_readable: {
      message: 'Please send a PDF, or a picture as JPEG or PNG.',
      field: 'content',
    },
    too_big: {
      message: 'This file is larger than 4 MB. Please send a smaller one.',
      field: 'content',
    },
    too_many: { message: 'Five documents are here already. Remove one first.', field: 'content' },
  },
});

export const removeSeparationDocument = endpoint({
  name: 'removeSeparationDocument',
  wire: 'POST /app/line-separation/documents/remove',
  caller: 'anyone',
  summary: 'Takes a document out of a request, for good; again it is harmless (P05)',
  input: z.object({ token, id: z.string().check(z.maxLength(64)) }),
  output: answered,
  refusals: changed,
});

export const textSeparationCode = endpoint({
  name: 'textSeparationCode',
  wire: 'POST /app/line-separation/line-code',
  caller: 'anyone',
  summary: 'Texts a code to a line of the request, if it is with us; the answer is the same (P05)',
  input: z.object({ token, number: fields.yourNumber }),
  output: said,
  refusals: {
    ...changed,
    no_texts: 'We can’t send texts here. We’ll ask you in another way that it’s your phone.',
  },
});

export const proveSeparationLine = endpoint({
  name: 'proveSeparationLine',
  wire: 'POST /app/line-separation/line-code/verify',
  caller: 'anyone',
  summary: 'The code that came by text: who asks has the phone (P05)',
  input: z.object({ token, number: fields.yourNumber, otp: fields.otp6 }),
  output: answered,
  refusals: { ...changed, ...codeRefusals },
});

export const answerSeparation = endpoint({
  name: 'answerSeparation',
  wire: 'POST /app/line-separation/answer',
  caller: 'anyone',
  summary: 'Answers what staff asked, or adds something (P05)',
  input: z.object({
    token,
    text: z
      .string({ error: 'Please enter a message' })
      .check(z.trim(), z.minLength(1, 'Please enter a message'), z.maxLength(2000)),
  }),
  output: answered,
  refusals: {
    ...changed,
    too_many: 'You have sent many messages. Please wait for our answer.',
  },
});

export const withdrawSeparation = endpoint({
  name: 'withdrawSeparation',
  wire: 'POST /app/line-separation/withdraw',
  caller: 'anyone',
  summary: 'Takes a request back, with all that was sent; again it is harmless (P05)',
  input: z.object({ token }),
  output: said,
  refusals: changed,
});
