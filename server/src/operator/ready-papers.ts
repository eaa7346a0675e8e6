import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PlanLabel } from '@portside/contract/plan-label';
import type { App } from '../app.ts';
import { plansFileOf } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { readPlans } from '../plans/plan-file.ts';
import { listLabels, plansOnSale } from '../plans/plans.ts';
import { checkBrand } from './brand-check.ts';
import { openSentences } from './brand-links.ts';
import { fine, type Finding, look } from './finding.ts';

const template = resolve(import.meta.dirname, '../../brand-template/plans.json');

/** Names that lead nowhere, by RFC 2606 and 6761. */
const isReserved = (host: string) =>
  /(?:^|\.)(?:example|test|invalid|localhost|local)$|(?:^|\.)example\.(?:com|net|org)$/i.test(host);

/** Links in emails lead to the first name. */
export function addressFinding({ hostNames }: Brand): Finding {
  const real = hostNames.filter((name) => !isReserved(name));
  return real.length > 0
    ? fine('address', real.join(', '))
    : look('address', `customers reach none of ${hostNames.join(', ')}`, 'hostNames in brand.json');
}

/** @param papers what the doctor says of them */
export async function textFinding(brand: Brand, papers: Finding): Promise<Finding> {
  const wrong = [
    ...(await openSentences(brand)),
    ...(await checkBrand(brand.folder)),
    ...(papers.fine ? [] : [papers.text]),
  ];
  return wrong.length === 0
    ? fine('legal texts', 'nothing is left to be written')
    : look('legal texts', wrong.join('; '), 'docs/brand.md, section 6, with your counsel');
}

/** The FRN of nobody, and the template's own marks. */
const NO_PLAN_ID = /^M0{10}|EXAMPLE/i;

/** Broadband Facts (47 CFR 8.1): what a label says is the carrier's to answer for. */
export async function labelFinding(app: App, brand: Brand): Promise<Finding> {
  const about = 'labels';
  if (!brand.duties.broadbandLabels) return fine(about, 'not among the duties of this brand');
  const tenant = brand.client.mvnoId;
  const { length } = await plansOnSale(app, tenant);
  const { labels } = await listLabels(app, { tenant, brand, language: 'en' });
  const speeds = await templateSpeeds(brand);
  const lacking = [
    ...(labels.length < length ? [`${length - labels.length} plans have none`] : []),
    ...labels.flatMap((label) => [
      ...(NO_PLAN_ID.test(label.uniquePlanId) ? [`${label.planId}: uniquePlanId`] : []),
      ...(speeds.has(speedsOf(label)) ? [`${label.planId}: speeds`] : []),
    ]),
  ];
  if (lacking.length > 0) {
    const text = `the template’s values are still there: ${lacking.join(', ')}`;
    const todo = `your own FRN and measured speeds into ${plansFileOf(brand)}, then portside plans import`;
    return look(about, text, todo);
  }
  return length > 0
    ? fine(about, `${labels.length} with values of their own`)
    : look(about, 'no plan is on sale');
}

async function templateSpeeds(brand: Brand): Promise<ReadonlySet<string>> {
  const file: unknown = JSON.parse(await readFile(template, 'utf8'));
  return new Set(
    readPlans(brand, file).plans.flatMap(({ label }) => (label ? speedsOf(label) : [])),
  );
}

const speedsOf = ({ speeds }: Pick<PlanLabel, 'speeds'>) =>
  speeds.map((one) => Object.values(one).toSorted().join()).join();

/** 555-0100 to 555-0199 are for films. */
const NOBODYS_PHONE = /555-?01\d\d$/;

export function supportFinding({ support }: Brand): Finding {
  const { phone, email, hours, opening } = support;
  const lacking = [
    ...(NOBODYS_PHONE.test(phone) ? [`nobody answers ${phone}`] : []),
    ...(isReserved(email.replace(/^.*@/, '')) ? [`nobody reads ${email}`] : []),
    ...(opening.length === 0 ? ['opening says no hours, so the chat promises nobody'] : []),
  ];
  return lacking.length === 0
    ? fine('support', `${phone}, ${hours}`)
    : look('support', lacking.join('; '), 'support in brand.json: email, phone, hours, opening');
}
