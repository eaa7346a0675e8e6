/** The file that is replaced just now; shared by the config and its runner, which load it apart. */
export const mutated: { id?: string; source?: string } = ((
  globalThis as { mutated?: object }
).mutated ??= {});
