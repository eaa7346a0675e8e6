/** Shared by the config and its runner, which load it separately. */
export const mutated: { id?: string; source?: string } = ((
  globalThis as { mutated?: object }
).mutated ??= {});
