import { Visitor, type Argument, type CallExpression } from 'oxc-parser';
import { lineAt, type Finding, type SourceFile } from './source-files.ts';

const guard = 'server/src/line-guard/guard-move.ts';

/** What a file with a writer says: the file that asks the guard first, or why none does. */
type Way = { readonly guardedBy: string } | { readonly unguarded: string };

/** Every file that writes a line's number or SIM, or calls what does. */
const ways: Readonly<Record<string, Way>> = {
  'server/src/lines/store.ts': { unguarded: 'the SQL of those below' },
  'server/src/lines/change-mdn.ts': { guardedBy: 'server/src/number-change/change-number.ts' },
  'server/src/number-change/carry-out.ts': {
    guardedBy: 'server/src/number-change/change-number.ts',
  },
  'server/src/lines/sim-moves.ts': { guardedBy: 'server/src/sim-replacement/replace-sim.ts' },
  'server/src/sim-replacement/moving-sim.ts': {
    guardedBy: 'server/src/sim-replacement/replace-sim.ts',
  },
  'server/src/lines/incoming-number.ts': { guardedBy: 'server/src/port-in/bring-number.ts' },
  'server/src/port-in/move-port-in.ts': { guardedBy: 'server/src/port-in/bring-number.ts' },
  'server/src/port-in/sending.ts': { guardedBy: 'server/src/port-in/bring-number.ts' },
  'server/src/port-in/ordered-number.ts': { unguarded: 'a new line, which has no number yet' },
  'server/src/lines/lines.ts': { unguarded: 'a new line' },
  'server/src/lines/activation.ts': { unguarded: 'a new line, as the carrier activated it' },
  'server/src/lines/sim-claims.ts': { unguarded: 'the first card of a new line' },
  'server/src/lines/sim-checks.ts': { unguarded: 'the first card of a new line' },
  'server/src/lines/card-arrives.ts': { unguarded: 'the first card of a new line' },
  'server/src/port-out/transfer-pins.ts': { guardedBy: 'server/src/port-out/transfer-pins.ts' },
  'server/src/port-out/issue-pin.ts': { guardedBy: 'server/src/port-out/transfer-pins.ts' },
  'server/src/port-out/open-port-out.ts': { guardedBy: 'server/src/port-out/transfer-pins.ts' },
  // Guarded where it is offered, and looked at again where it is accepted.
  'server/src/lines/handing-over.ts': { guardedBy: 'server/src/line-handover/offering.ts' },
  'server/src/line-handover/moving-line.ts': {
    guardedBy: 'server/src/line-handover/offering.ts',
  },
  'server/src/line-handover/separating.ts': {
    unguarded: 'staff decide: the account that the line leaves may not keep it back (P05)',
  },
  'server/src/line-separation/granting.ts': {
    unguarded: 'trained staff grant what the law gives a right to (P05)',
  },
  'server/src/line-handover/taking.ts': { guardedBy: 'server/src/line-handover/offering.ts' },
  'server/src/line-locks/set-locks.ts': { guardedBy: 'server/src/line-locks/set-locks.ts' },
};

const writes: ReadonlySet<string> = new Set(['setLine', 'moveLine', 'insertLine']);
/** What writes for others, opens a lock, or makes what another carrier asks for. */
const verbs: ReadonlySet<string> = new Set([
  'changeMdn',
  'giveSim',
  'moveToSim',
  'receiveNumber',
  'keepPin',
  'handLineOver',
  'moveLineOver',
  'separateLine',
  'turnOff',
]);
const isOfLine = /\/(?:lines|number-change|sim-replacement|port-in|port-out|line-locks)\//;

/** Nobody takes a number or a SIM from a line past the guard. */
export function checkLineMoves(files: readonly SourceFile[]): Finding[] {
  const sources = files.filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest);
  return sources.flatMap((file) => [...unknownWriters(file), ...unguarded(file, sources)]);
}

function unknownWriters(file: SourceFile): Finding[] {
  if (ways[file.path] || file.path.startsWith('server/src/adapters/')) return [];
  const starts: number[] = [];
  new Visitor({
    CallExpression: (node: CallExpression) => {
      if (isWriter(file, node)) starts.push(node.start);
    },
    TemplateLiteral: ({ start, end }) => {
      if (/update lines\s+set[^`]*\b(mdn|iccid)\b/.test(file.text.slice(start, end)))
        starts.push(start);
    },
  }).visit(file.program);
  return starts.map((start) => ({
    file: file.path,
    line: lineAt(file.text, start),
    wrong: 'takes or moves a number or a SIM of a line, past the guard',
    instead:
      'ask guardMove (server/src/line-guard) in the transaction, and name the file in scripts/architecture/line-moves.ts',
  }));
}

function isWriter(file: SourceFile, { callee, arguments: given }: CallExpression): boolean {
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && !callee.computed
        ? callee.property.name
        : '';
  if (verbs.has(name)) return name !== 'turnOff' || isOfLine.test(file.path);
  const values = given.at(-1);
  return writes.has(name) && values !== undefined && namesNumber(file, values);
}

/** What is not written out may be anything. */
function namesNumber({ text }: SourceFile, values: Argument): boolean {
  if (values.type !== 'ObjectExpression') return true;
  return /\b(?:mdn|iccid)\b/.test(text.slice(values.start, values.end));
}

function unguarded(file: SourceFile, all: readonly SourceFile[]): Finding[] {
  const way = ways[file.path];
  if (!way || !('guardedBy' in way)) return [];
  const by = all.find(({ path }) => path === way.guardedBy);
  const asks = by?.imports.some(({ target }) => target === guard) && /\bguardMove\(/.test(by.text);
  if (asks) return [];
  return [
    {
      file: file.path,
      line: 1,
      wrong: `moves numbers or SIMs, and ${way.guardedBy} does not ask the guard`,
      instead: 'ask guardMove (server/src/line-guard) before anything is written',
    },
  ];
}
