/** A20, and what emails lead to (P06). */
export const sections = ['dashboard', 'profile', 'payment', 'setting', 'handovers'] as const;
export type Section = (typeof sections)[number];
/** In the navigation. */
export type MainSection = Exclude<Section, 'handovers'>;

export function isSection(selection: string | undefined): selection is Section {
  return sections.some((section) => section === selection);
}
