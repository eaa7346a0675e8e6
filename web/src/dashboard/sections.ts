/** A20. */
export const sections = ['dashboard', 'profile', 'payment', 'setting'] as const;
export type Section = (typeof sections)[number];

export function isSection(selection: string | undefined): selection is Section {
  return sections.some((section) => section === selection);
}
