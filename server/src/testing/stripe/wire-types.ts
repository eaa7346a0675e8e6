import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeenRequest } from './server.ts';

/** Which of the SDK's types tells what may be sent where. */
const types: readonly (readonly [method: string, path: RegExp, type: string])[] = [
  ['POST', /^\/v1\/customers$/, 'CustomerCreateParams'],
  ['POST', /^\/v1\/payment_intents$/, 'PaymentIntentCreateParams'],
  ['GET', /^\/v1\/payment_intents$/, 'PaymentIntentListParams'],
  ['POST', /^\/v1\/payment_intents\/\w+\/cancel$/, 'PaymentIntentCancelParams'],
  ['GET', /^\/v1\/payment_intents\/\w+$/, 'PaymentIntentRetrieveParams'],
  ['POST', /^\/v1\/refunds$/, 'RefundCreateParams'],
  ['GET', /^\/v1\/refunds$/, 'RefundListParams'],
  ['GET', /^\/v1\/refunds\/\w+$/, 'RefundRetrieveParams'],
  ['GET', /^\/v1\/payouts$/, 'PayoutListParams'],
  ['GET', /^\/v1\/disputes\/\w+$/, 'DisputeRetrieveParams'],
  ['GET', /^\/v1\/radar\/early_fraud_warnings\/\w+$/, 'Radar.EarlyFraudWarningRetrieveParams'],
  ['POST', /^\/v1\/disputes\/\w+$/, 'DisputeUpdateParams'],
  ['POST', /^\/v1\/files$/, 'FileCreateParams'],
  ['POST', /^\/v1\/checkout\/sessions$/, 'Checkout.SessionCreateParams'],
  ['GET', /^\/v1\/checkout\/sessions\/\w+$/, 'Checkout.SessionRetrieveParams'],
  ['GET', /^\/v1\/payment_methods\/\w+$/, 'PaymentMethodRetrieveParams'],
  ['POST', /^\/v1\/payment_methods\/\w+\/detach$/, 'PaymentMethodDetachParams'],
  ['GET', /^\/v1\/confirmation_tokens\/\w+$/, 'ConfirmationTokenRetrieveParams'],
];

const typeOf = (request: SeenRequest) =>
  types.find(([method, path]) => method === request.method && path.test(request.path))?.[2];

/** How the SDK writes a value into a form. */
const head = `import type { Stripe } from 'stripe';
type Wire<T> = T extends number ? \`\${number}\`
  : T extends boolean ? \`\${T}\`
  : T extends string ? T
  : T extends null | undefined ? ''
  : T extends readonly (infer Item)[] ? Wire<Item>[]
  : { [K in keyof T]: Wire<T[K]> };
`;

/**
 * The compiler holds requests, as they went over the wire, against the types that the SDK comes
 * with: it knows every name, and which must be there. One line for each fault.
 */
export async function typeErrors(requests: readonly SeenRequest[]): Promise<string[]> {
  const lines = requests.map(({ fields, ...request }, at) => {
    const type = typeOf({ fields, ...request }) ?? `NoTypeFor${request.method}${request.path}`;
    return `export const r${at}: Wire<Stripe.${type}> = ${JSON.stringify(fields)};\n`;
  });
  const stripe = fileURLToPath(import.meta.resolve('stripe')).replace(/\.js$/, '.d.ts');
  const folder = await mkdtemp(join(tmpdir(), 'portside-types-'));
  try {
    await writeFile(join(folder, 'requests.ts'), head + lines.join(''));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings(stripe)));
    const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
    const program = [join(dirname(compiler), 'bin/tsc'), '-p', folder, '--pretty', 'false'];
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, program, (_failed, output, trouble) => resolve(output + trouble));
    });
    return said
      .split('\n')
      .filter((line) => line.includes('error'))
      .map((line) => line.replace(folder, ''));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const settings = (stripe: string) => ({
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths: { stripe: [stripe] },
  },
  files: ['requests.ts'],
});
