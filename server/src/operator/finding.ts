/** What `portside doctor` says of one thing. */
export interface Finding {
  readonly about: string;
  readonly fine: boolean;
  readonly text: string;
  /** A choice that a brand may make, and should know of: it fails no check. */
  readonly note?: true;
  /** What to do about it. */
  readonly todo?: string;
}

export const fine = (about: string, text: string): Finding => ({ about, fine: true, text });

export const look = (about: string, text: string, todo?: string): Finding => ({
  about,
  fine: false,
  text,
  ...(todo !== undefined && { todo }),
});

export const note = (about: string, text: string, todo: string): Finding => ({
  ...fine(about, text),
  note: true,
  todo,
});

/** Silence, and what nobody foresaw, are findings too. */
export async function within(
  about: string,
  milliseconds: number,
  ask: () => Promise<readonly Finding[]>,
  judge: (error: unknown) => Finding = (error) => look(about, reasonOf(error)),
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const sentence = `no answer within ${milliseconds / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(sentence)), milliseconds);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    return [judge(error)];
  } finally {
    clearTimeout(timer);
  }
}

/** The innermost reason: `ECONNREFUSED`, or what was thrown first. */
export function reasonOf(error: unknown): string {
  const { cause, code, message } = error as NodeJS.ErrnoException;
  if (cause instanceof Error) return reasonOf(cause);
  // Several addresses of one name were tried.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return message ? message : (code ?? String(error));
}

export const printed = ({ about, fine: isFine, note: isNote, text, todo }: Finding): string =>
  `${isNote ? 'NOTE' : isFine ? 'ok  ' : 'LOOK'}  ${about}: ${text}${todo ? `\n      → ${todo}` : ''}`;
