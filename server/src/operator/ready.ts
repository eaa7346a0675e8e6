import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { type AdapterKind, settingsOf } from '../settings/adapter-settings.ts';
import { isSimulated } from '../settings/simulated.ts';
import { anotherProof, hasTestKeys, weakProof } from './doctor-settings.ts';
import { fine, type Finding, look, note, printed, within } from './finding.ts';
import { type ResolveTxt, senderFinding } from './ready-mail.ts';
import { addressFinding, labelFinding, supportFinding, textFinding } from './ready-papers.ts';
import type { Answer, Options } from './verb.ts';

interface Readiness {
  readonly id: string;
  readonly isReady: boolean;
  /** What selling needs, each of it. */
  readonly findings: readonly Finding[];
}

/** Whether each brand can sell, from what the doctor has found and from the brand's own papers. */
export function readiness(
  app: App,
  doctor: readonly Finding[],
  patienceMs: number,
  resolveTxt?: ResolveTxt,
): Promise<Readiness[]> {
  return Promise.all(
    app.brands.all.map(async (brand) => {
      const findings = [
        productFinding(app, doctor),
        addressFinding(brand),
        noTables(doctor, 'plans') ?? found(doctor, 'plans', brand.id),
        serviceFinding(app, doctor, brand, 'carrier'),
        serviceFinding(app, doctor, brand, 'payment'),
        serviceFinding(app, doctor, brand, 'mail'),
        await senderFinding(settingsOf(app.config.adapters, brand.id).mail, patienceMs, resolveTxt),
        textMessageFinding(app, doctor, brand),
        await one('legal texts', patienceMs, () =>
          textFinding(brand, found(doctor, 'texts', brand.id)),
        ),
        noTables(doctor, 'labels') ??
          (await one('labels', patienceMs, () => labelFinding(app, brand))),
        supportFinding(brand),
        proofFinding(brand),
      ];
      return { id: brand.id, isReady: findings.every((one) => one.fine), findings };
    }),
  );
}

async function one(
  about: string,
  patienceMs: number,
  look: () => Promise<Finding>,
): Promise<Finding> {
  const [finding] = await within(about, patienceMs, async () => [await look()]);
  return finding ?? fine(about, '');
}

/** The doctor's last line. In a trial nobody is asked: nothing is sold. */
export async function readyFinding(
  app: App,
  doctor: readonly Finding[],
  patienceMs: number,
): Promise<Finding> {
  const about = 'ready to sell';
  const todo = 'portside ready says what to do';
  if (!app.config.production) return note(about, 'no, this is a trial', todo);
  const brands = await readiness(app, doctor, patienceMs);
  const lacking = brands.filter(({ isReady }) => !isReady);
  if (lacking.length === 0) return fine(about, brands.map(({ id }) => id).join(', '));
  return note(about, lacking.map(missingOf).join('; '), todo);
}

export function reportReadiness(brands: readonly Readiness[], { json }: Options): Answer {
  const isReady = brands.every((one) => one.isReady);
  if (json) return { text: JSON.stringify({ ready: isReady, brands }, null, 2), fine: isReady };
  const parts = brands.map((one) =>
    [
      one.isReady ? `${one.id} is ready to sell` : missingOf(one),
      ...one.findings.map(printed),
    ].join('\n'),
  );
  return { text: parts.join('\n\n'), fine: isReady };
}

function missingOf({ id, findings }: Readiness): string {
  const lacking = findings.flatMap((one) => (one.fine ? [] : [one.about]));
  return `${id} is not ready to sell, for want of: ${lacking.join(', ')}`;
}

/** The doctor's finding of this brand: its own, or the one of all brands. */
function found(doctor: readonly Finding[], kind: string, id: string): Finding {
  const of = `${kind} of `;
  const one = doctor.find(
    ({ about }) =>
      about === kind || (about.startsWith(of) && about.slice(of.length).split(', ').includes(id)),
  );
  return one ? { ...one, about: kind } : look(kind, 'nothing is known', 'portside doctor');
}

/** What is kept in a database that has no tables yet, or those of an older version. */
function noTables(doctor: readonly Finding[], about: string): Finding | undefined {
  const waits = doctor.some((one) => one.about === 'migrations' && !one.fine);
  return waits
    ? look(about, 'the database has no tables of this version yet', 'start the product once')
    : undefined;
}

/** What has a row of its own below. */
const OF_BRANDS =
  /^(?:plans|texts|carrier|payment|mail|sms|payment keys|proof of moves)(?: of .*)?$/;

function productFinding({ config }: App, doctor: readonly Finding[]): Finding {
  if (!config.production) {
    return look('product', 'this is a trial', 'docs/operating.md, “Before the first customer”');
  }
  const ill = doctor.filter((one) => !one.fine && !OF_BRANDS.test(one.about));
  if (ill.length === 0) return fine('product', 'production, and the doctor finds it well');
  const abouts = ill.map(({ about, text }) => `${about} (${text})`);
  return look('product', `the doctor has found: ${abouts.join('; ')}`, 'portside doctor');
}

function serviceFinding(
  { adapters, config }: App,
  doctor: readonly Finding[],
  { id, client }: Brand,
  kind: Extract<AdapterKind, 'carrier' | 'payment' | 'mail'>,
): Finding {
  const port = adapters.of(client.mvnoId)[kind];
  const todo = `set an account for ${id} (docs/connect-a-brand.md)`;
  if (isSimulated(port)) return look(kind, `it is simulated (${port.name})`, todo);
  if (kind === 'payment' && hasTestKeys(settingsOf(config.adapters, id).payment)) {
    return look(kind, 'the keys are test keys: nobody pays', 'set the live keys');
  }
  return found(doctor, kind, id);
}

/** How far a stolen password alone gets. */
function proofFinding({ lines }: Brand): Finding {
  const about = 'proof of moves';
  return lines.moveProof === 'another'
    ? fine(about, 'another way than the customer came by')
    : look(about, weakProof, anotherProof);
}

/** Whether a carrier lets texts through is known to the service's console alone. */
function textMessageFinding(
  { adapters }: App,
  doctor: readonly Finding[],
  { id, client }: Brand,
): Finding {
  const { sms } = adapters.of(client.mvnoId);
  if (isSimulated(sms) || sms.name === 'sandbox') return fine('sms', 'off: customers get emails');
  const one = found(doctor, 'sms', id);
  if (!one.fine) return one;
  const todo = 'its sender must be registered (A2P 10DLC, or a verified toll-free number)';
  return note('sms', `${one.text}; look there that the sender is registered`, todo);
}
