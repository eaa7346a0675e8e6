import { loadBrand } from '../brands/brands.ts';
import { checkBrand } from './brand-check.ts';
import { openSentences } from './brand-links.ts';
import { makeBrand } from './brand-new.ts';
import { checkSpanish } from './brand-spanish.ts';
import { UsageError } from './verb.ts';

/** `brand new <name>` and `brand check <folder>`, without a database. */
export async function runBrand(brandsFolder: string, words: string[]): Promise<string> {
  const [action, ...rest] = words;
  const name = rest.join(' ').trim();
  if (action === 'new' && name) {
    const folder = await makeBrand(brandsFolder, name);
    const { id } = await loadBrand(folder);
    return [
      `${folder} is made. It answers to http://${id}.localhost:3000 after the next start.`,
      'docs/brand.md leads on. Still to be written:',
      ...(await report(folder)).slice(1),
    ].join('\n');
  }
  if (action === 'check' && name) return (await report(name)).join('\n');
  throw new UsageError('brand new <name>, or brand check <folder>');
}

async function report(folder: string): Promise<string[]> {
  const problems = await checkBrand(folder);
  if (problems.length > 0) {
    const lines = problems.map((one) => `  - ${one}`);
    throw new UsageError([`${folder} is not complete:`, ...lines].join('\n'));
  }
  const open = await openSentences(await loadBrand(folder));
  const english = await checkSpanish(folder);
  return [
    open.length > 0
      ? `${folder} has no faults. Still to be written:`
      : `${folder} has no faults, and nothing is left to be written.`,
    ...open.map((one) => `  - ${one}`),
    ...english.map((one) => `  - warning, no Spanish: ${one}`),
  ];
}
