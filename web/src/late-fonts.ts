/** The element that holds a brand's own fonts. */
export const LATE_FONTS = 'brand-fonts';

/** A theme's fonts with a file, and the rest of it: the system's fonts stay with the rest. */
export function splitFonts(theme: string): { fonts: string; rest: string } {
  const withFile = /@font-face\s*\{[^}]*\burl\([^}]*\}\s*/g;
  return { fonts: (theme.match(withFile) ?? []).join(''), rest: theme.replaceAll(withFile, '') };
}

/**
 * Runs in the page's head. Whoever left something in this browser on an earlier visit (a cart, an
 * answer about cookies) has the fonts in its cache and sees them at once; without scripts so does
 * everybody. Its source is inlined (entry.server.tsx), as that of showFonts.
 */
export function holdFonts(id: string): void {
  try {
    const style = document.getElementById(id) as HTMLStyleElement;
    style.disabled = localStorage.length === 0;
  } catch {
    // Storage is forbidden.
  }
}

/** After the first frame. */
export function showFonts(id: string): void {
  const style = document.getElementById(id) as HTMLStyleElement | null;
  if (style) style.disabled = false;
}
