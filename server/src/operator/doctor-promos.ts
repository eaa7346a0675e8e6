import type { App } from '../app.ts';
import { codesThatDiffer } from '../promos/brand-codes.ts';
import { fine, type Finding, note, within } from './finding.ts';

/** A code that the console changed is not as the brand's file says: whoever edits the file should know. */
export async function promosFindings(app: App, patienceMs: number): Promise<readonly Finding[]> {
  const found = app.brands.all.map((brand) => {
    const about = `promo codes of ${brand.id}`;
    return within(about, patienceMs, async () => {
      const codes = await codesThatDiffer(app, brand);
      if (codes.length === 0) return [fine(about, 'the file and the console agree')];
      const text = `${codes.join(', ')}: brand.json says otherwise, and what the console says counts`;
      return [note(about, text, 'take them out of brand.json, or write what the console says')];
    });
  });
  return (await Promise.all(found)).flat();
}
