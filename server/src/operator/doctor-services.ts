import { adapterKinds } from '../adapter-settings.ts';
import { CheckFailed, type Checkable } from '../adapters/health.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { isSimulated } from '../simulated.ts';
import type { Finding } from './doctor-settings.ts';

/** A service that is silent for longer is as good as down. */
const PATIENCE_MS = 10_000;

type Port = Checkable & { readonly name: string };

/** Calls every service once, all at the same time. */
export async function serviceFindings(
  app: Pick<App, 'adapters' | 'brands'>,
  patienceMs = PATIENCE_MS,
): Promise<Finding[]> {
  const asked = adapterKinds.flatMap((kind) => {
    const all = app.adapters.each(kind);
    return all.map(async ({ port, brands }): Promise<Finding> => {
      const whose = all.length === 1 ? '' : ` of ${brands.map(({ id }) => id).join(', ')}`;
      const about = `${kind}${whose}: ${port.name}`;
      const wrong = await faultOf(port, patienceMs);
      return wrong === undefined ? [true, about] : [false, `${about}: ${wrong}`];
    });
  });
  return Promise.all(asked);
}

/** A sentence that says what to do; undefined when it works. */
async function faultOf(port: Port, patienceMs: number): Promise<string | undefined> {
  if (isSimulated(port) || !port.check) return undefined;
  const late = new Error(`no answer within ${patienceMs / 1000} seconds`);
  let timer: NodeJS.Timeout | undefined;
  try {
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(late), patienceMs);
    });
    await Promise.race([port.check(), tooLate]);
    return undefined;
  } catch (error) {
    return adviceFor(error);
  } finally {
    clearTimeout(timer);
  }
}

function adviceFor(error: unknown): string {
  if (error instanceof CheckFailed) return error.advice;
  const { cause } = error as Error;
  const why = error instanceof OutsideFailure && cause instanceof Error ? cause : (error as Error);
  const { code } = why as NodeJS.ErrnoException;
  return `it can't be reached (${code ?? why.message}). Look at its address, its status page and our firewall`;
}
