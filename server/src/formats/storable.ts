/**
 * Whether PostgreSQL can hold each text of a body: JSON may escape what a database refuses (NUL, half
 * of a pair). What is not JSON is looked at as it stands.
 */
export function isStorable(body: string): boolean {
  if (!holds(body)) return false;
  try {
    JSON.parse(body, (key, value: unknown) => {
      if (!holds(key) || (typeof value === 'string' && !holds(value))) throw new NotStorable();
      return value;
    });
    return true;
  } catch (error) {
    return !(error instanceof NotStorable);
  }
}

const holds = (text: string) => !text.includes('\0') && text.isWellFormed();

class NotStorable extends Error {}
