import { adapterKinds } from '../settings/adapter-settings.ts';
import { CheckFailed, type Checkable } from '../adapters/health.ts';
import type { App } from '../app.ts';
import { isSimulated } from '../settings/simulated.ts';
import { fine, type Finding, look, reasonOf, within } from './finding.ts';

type Port = Checkable & { readonly name: string };

/** Calls every service once, all at the same time. */
export async function serviceFindings(
  { adapters, brands: { all } }: Pick<App, 'adapters' | 'brands'>,
  patienceMs: number,
): Promise<Finding[]> {
  const asked = adapterKinds.flatMap((kind) =>
    adapters.each(kind).map(({ port, brands }) => {
      const isOfAll = brands.length === all.length;
      const whose = isOfAll ? '' : ` of ${brands.map(({ id }) => id).join(', ')}`;
      return within(
        kind + whose,
        patienceMs,
        () => askPort(kind + whose, port),
        (error) => judge(kind + whose, port, error),
      );
    }),
  );
  return (await Promise.all(asked)).flat();
}

async function askPort(about: string, port: Port): Promise<Finding[]> {
  if (isSimulated(port)) return [fine(about, port.name)];
  if (!port.check) return [fine(about, `${port.name}, which has nothing to call`)];
  await port.check();
  return [fine(about, `${port.name} answers`)];
}

function judge(about: string, { name }: Port, error: unknown): Finding {
  if (error instanceof CheckFailed) return look(about, `${name} can't be used`, error.advice);
  const reason = reasonOf(error);
  const todo = /\b(?:401|403)\b/.test(reason)
    ? 'the login is refused: compare user, key and token in the settings with the account'
    : "look at its address in the settings, its status page and this machine's way out";
  return look(about, `${name} does not answer: ${reason}`, todo);
}
