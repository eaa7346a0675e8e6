/** A20, and what emails lead to (P04, P06). */
export const sections = [
  'dashboard',
  'profile',
  'payment',
  'setting',
  'handovers',
  'household',
] as const;
export type Section = (typeof sections)[number];
/** In the navigation. */
export type MainSection = Exclude<Section, 'handovers' | 'household'>;

export function isSection(selection: string | undefined): selection is Section {
  return sections.some((section) => section === selection);
}
