import { Visitor, type Expression, type Node } from 'oxc-parser';
import { lineAt, type Finding, type SourceFile } from './source-files.ts';

interface Habit {
  readonly is: (node: Candidate) => boolean;
  readonly applies: (file: SourceFile) => boolean;
  readonly wrong: string;
  readonly instead: string;
}

type Candidate = Extract<
  Node,
  {
    type:
      | 'MemberExpression'
      | 'CallExpression'
      | 'NewExpression'
      | 'VariableDeclarator'
      | 'AssignmentExpression';
  }
>;

const inProduct = ({ path, isTest }: SourceFile) =>
  !isTest && /^(contract\/src|server|web\/src)\//.test(path);
const inServer = ({ path, isTest }: SourceFile) => !isTest && path.startsWith('server/src/');
const isOneOf = (path: string, ...names: string[]) =>
  names.some((name) => path === `server/src/${name}`);

/** `a` of `a`, `x.a` and `x['a']`. */
function nameOf(node: Expression): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return undefined;
  if (!node.computed) return node.property.name;
  return node.property.type === 'Literal' ? String(node.property.value) : undefined;
}

const isMember = (node: Candidate, objects: readonly string[], properties: readonly string[]) =>
  node.type === 'MemberExpression' &&
  objects.includes(nameOf(node.object) ?? '') &&
  properties.includes(nameOf(node) ?? '');

const callsOne = (node: Candidate, ...names: string[]) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'Identifier' &&
  names.includes(node.callee.name);

/** `const { env } = process`. */
function takesApart(node: Candidate, name: string): boolean {
  const [left, right] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init]
      : node.type === 'AssignmentExpression'
        ? [node.left, node.right]
        : [];
  return left?.type === 'ObjectPattern' && right?.type === 'Identifier' && right.name === name;
}

const testers = ['test', 'it', 'describe', 'suite'];

/** `test` of `test.describe.only`. */
const rootOf = (node: Expression): Expression =>
  node.type === 'MemberExpression' ? rootOf(node.object) : node;

const habits: readonly Habit[] = [
  {
    is: (node) => isMember(node, ['process'], ['env']) || takesApart(node, 'process'),
    applies: (file) => inProduct(file) && !isOneOf(file.path, 'settings/config.ts'),
    wrong: 'reads process.env',
    instead: 'server/src/settings/config.ts reads it once: take the value from app.config',
  },
  {
    is: (node) =>
      callsOne(node, 'fetch') || isMember(node, ['globalThis', 'window', 'self'], ['fetch']),
    applies: (file) =>
      inProduct(file) &&
      !/^web\/src\/api\//.test(file.path) &&
      !isOneOf(file.path, 'adapters/ask-outside.ts', 'adapters/chat/chat-script.ts'),
    wrong: 'calls fetch',
    instead:
      'in the browser use call of web/src/api; on the server make or extend an adapter, by askOutside',
  },
  {
    is: (node) =>
      (node.type === 'NewExpression' &&
        nameOf(node.callee) === 'Date' &&
        node.arguments.length === 0) ||
      isMember(node, ['Date'], ['now']),
    applies: (file) => inServer(file) && !isOneOf(file.path, 'clock.ts'),
    wrong: 'asks the machine for the time',
    instead: 'ask app.clock, which tests can move',
  },
  {
    is: (node) => isMember(node, ['Math'], ['random']),
    applies: (file) => inServer(file) && !isOneOf(file.path, 'random.ts'),
    wrong: 'calls Math.random',
    instead: 'ask app.random',
  },
  {
    is: (node) =>
      isMember(
        node,
        ['vi', 'vitest', 'jest'],
        ['mock', 'doMock', 'unstable_mockModule', 'hoisted'],
      ),
    applies: () => true,
    wrong: 'mocks a module',
    instead: 'hand in what differs: an override of openApp, a sandbox, a typed call',
  },
  {
    is: (node) =>
      callsOne(node, 'xit', 'xtest', 'xdescribe', 'fit', 'fdescribe') ||
      (node.type === 'MemberExpression' &&
        testers.includes(nameOf(rootOf(node)) ?? '') &&
        /^(?:skip|only|todo|fixme|fails|skipIf|runIf)$/.test(nameOf(node) ?? '')),
    applies: () => true,
    wrong: 'skips or singles out a test',
    instead: 'make it pass, or delete it: a test runs or does not exist',
  },
];

export function checkHabits(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const applying = habits.filter((habit) => habit.applies(file));
    const found: Finding[] = [];
    const look = (node: Candidate) => {
      for (const { is, wrong, instead } of applying) {
        if (!is(node)) continue;
        found.push({ file: file.path, line: lineAt(file.text, node.start), wrong, instead });
      }
    };
    new Visitor({
      MemberExpression: look,
      CallExpression: look,
      NewExpression: look,
      VariableDeclarator: look,
      AssignmentExpression: look,
    }).visit(file.program);
    return found;
  });
}
