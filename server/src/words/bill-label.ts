import { say } from './say.ts';

/**
 * What stands on bills (checkout/bill.ts and the built-in tax table) and is kept as it was written.
 * Names of plans, and what a tax service calls its taxes, stay as they are.
 */
const templates = [
  'Promo code {code}',
  'Activation fee',
  'Regulatory fee (charged by {company}, not a tax)',
  '{place} sales tax',
  '{place} 911 fee',
] as const;

const patterns = templates.map((template) => {
  const literal = template.replaceAll(/[()]/g, String.raw`\$&`);
  return { template, pattern: new RegExp(`^${literal.replace(/\{(\w+)\}/, '(?<$1>.+)')}$`) };
});

/** The label of a bill's line in the reader's language. */
export function billLabel(language: string, label: string): string {
  if (language === 'en') return label;
  for (const { template, pattern } of patterns) {
    const found = pattern.exec(label);
    if (found) return say(language, template, { ...found.groups });
  }
  return label;
}
