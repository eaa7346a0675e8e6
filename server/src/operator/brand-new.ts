import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { appIcons, touchIcon } from '../brands/app-icons.ts';
import { loadBrand } from '../brands/brands.ts';
import { systemClock, type Clock } from '../clock.ts';
import { checkBrand } from './brand-check.ts';
import { iconPicture, logoOf, markOf, sharePicture } from './brand-drawings.ts';
import { UsageError } from './verb.ts';

const template = resolve(import.meta.dirname, '../../brand-template');
const FIRST_TENANT = 100;

/**
 * A new brand's folder from the template. It passes the check and has nothing of another brand.
 * @returns the folder
 */
export async function makeBrand(
  brandsFolder: string,
  name: string,
  clock: Clock = systemClock,
): Promise<string> {
  const id = idOf(name);
  const folder = join(brandsFolder, id);
  await mkdir(brandsFolder, { recursive: true });
  const made = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (!made) throw new UsageError(`${folder} is there already.`);
  await cp(template, folder, { recursive: true });
  const tenant = await freeTenant(brandsFolder, id);
  const write = (file: string, content: string | Buffer) => writeFile(join(folder, file), content);
  await write(
    'brand.json',
    `${JSON.stringify(settingsOf(id, name, tenant, clock.now().getUTCFullYear()), undefined, 2)}\n`,
  );
  await write('logo.svg', logoOf(name));
  await write('mark.svg', markOf(name));
  await write('share.png', sharePicture());
  await mkdir(join(folder, 'icons'));
  for (const { file, dots } of [...appIcons, touchIcon]) await write(file, iconPicture(dots));
  const problems = await checkBrand(folder);
  if (problems.length > 0)
    throw new Error(`The new folder is not complete: ${problems.join('; ')}`);
  return folder;
}

/** `Blue River` is `blue-river`. */
function idOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const id = plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (!/^[a-z]/.test(id) || name.trim().length < 2 || /[<>&"{}]/.test(name)) {
    throw new UsageError(
      'A name begins with a letter and has at least two: brand new "Blue River"',
    );
  }
  return id;
}

async function freeTenant(brandsFolder: string, id: string): Promise<number> {
  const names = (await readdir(brandsFolder)).filter((one) => one !== id);
  const brands = await Promise.all(
    names.map((one) => loadBrand(join(brandsFolder, one)).catch(() => undefined)),
  );
  return Math.max(FIRST_TENANT - 1, ...brands.map((one) => one?.client.mvnoId ?? 0)) + 1;
}

function settingsOf(id: string, name: string, tenant: number, year: number) {
  return {
    id,
    product: name,
    host: name,
    company: name,
    client: {
      mvnoId: tenant,
      companyCode: `WEB-${tenant}`,
      apiKey: `${id}-${randomBytes(12).toString('hex')}`,
    },
    hostNames: [`${id}.localhost`, `${id}.example`],
    copyrightYear: year,
    timeZone: 'America/New_York',
    countryCode: '+1',
    appUrl: `https://${id}.example/app`,
    support: {
      email: `help@${id}.example`,
      phone: '(555) 555-0100',
      hours: 'Monday to Friday, 9 am to 5 pm Eastern',
      opening: [
        {
          days: [1, 2, 3, 4, 5],
          from: '09:00',
          to: '17:00',
        },
      ],
    },
    mailFrom: `no-reply@${id}.example`,
    letters: {
      ground: '#f7f7f8',
      paper: '#ffffff',
      ink: '#1b1c20',
      action: '#4b3fb5',
      onAction: '#ffffff',
      night: {
        ground: '#151619',
        paper: '#1f2024',
        ink: '#f3f3f5',
        action: '#b9b1ff',
        onAction: '#17123f',
      },
      radius: 10,
    },
    fees: {
      activationCents: 0,
      regulatoryCents: 100,
    },
    promoCodes: [],
    duties: {
      broadbandLabels: true,
      openLabels: true,
      machineReadableLabels: true,
      itemisedPassThroughFees: true,
    },
    lines: { moveProof: 'another' },
    sessionIdleHours: 72,
    plainTokens: false,
  };
}
