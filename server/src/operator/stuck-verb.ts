import { deskAction, mendingAction, stuckKind } from '@portside/contract/stuck';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import { No, Refused } from '../http/no.ts';
import { keepStuck } from '../stuck/keeping.ts';
import { listWork } from '../stuck/list-stuck.ts';
import { mendStuck } from '../stuck/mending.ts';
import { age, textTable } from './text-table.ts';
import { brandOf, UsageError, type Options } from './verb.ts';

const RESTS = hours(24);

const usage = `stuck [kind], stuck <action> <id> [note…]; kinds: ${stuckKind.options.join(', ')}`;

/** `stuck`, `stuck port_in`, `stuck take port_in.prt_…`, `stuck note … <words>` (L06). */
export async function runStuck(app: App, words: string[], options: Options): Promise<string> {
  const [first, id, ...note] = words;
  const { mvnoId: tenant } = brandOf(app, options).client;
  const kind = stuckKind.safeParse(first);
  if (first === undefined || (kind.success && id === undefined)) {
    return list(app, tenant, kind.data);
  }
  if (id === undefined) throw new UsageError(usage);
  const said = { by: options.by ?? 'operator', note: note.join(' ') || undefined };
  try {
    return await act(app, tenant, first, id, said);
  } catch (error) {
    if (error instanceof No && error.errors) {
      throw new UsageError(error.errors.map((one) => one.message).join(' '));
    }
    if (!(error instanceof OutsideFailure)) throw error;
    throw new UsageError(`${error.message}. Nothing is lost: try again when it does.`);
  }
}

async function act(
  app: App,
  tenant: number,
  action: string,
  id: string,
  said: { by: string; note: string | undefined },
): Promise<string> {
  const keeping = deskAction.safeParse(action);
  const mending = mendingAction.safeParse(action);
  const until = later(app.clock.now(), RESTS);
  const answer = keeping.success
    ? await keepStuck(app, tenant, id, keeping.data, { ...said, until })
    : mending.success && (await mendStuck(app, tenant, id, mending.data, said));
  if (!answer) throw new UsageError(usage);
  if (answer instanceof Refused) throw new UsageError(refusals[answer.reason]);
  return answer;
}

const refusals: Readonly<Record<'not_stuck' | 'not_offered' | 'in_vain' | 'taken', string>> = {
  not_stuck: 'That does not hang any more: stuck.',
  not_offered: 'That does not mend it: stuck shows what does.',
  in_vain: 'That changed nothing. Look at it again: stuck.',
  taken: 'A colleague has it.',
};

async function list(app: App, tenant: number, kind: Parameters<typeof listWork>[3]) {
  const items = await listWork(app, app.db.query, tenant, kind);
  if (items.length === 0) return 'Nothing is stuck.';
  const now = app.clock.now().getTime();
  const rows = items.map((one) => [
    age((now - one.since.getTime()) / 1000),
    one.kind.replaceAll('_', ' '),
    one.reason,
    one.actions.join(' '),
    one.assignedTo ?? '',
    one.snoozedUntil ? `rests until ${one.snoozedUntil.toISOString().slice(0, 16)}` : '',
    one.id,
  ]);
  return textTable(rows, [0]);
}
