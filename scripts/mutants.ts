import { parseSync } from 'oxc-parser';

export interface Mutant {
  readonly line: number;
  readonly was: string;
  readonly now: string;
  readonly source: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

const otherOperator: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '++': '--',
  '--': '++',
  '+=': '-=',
  '-=': '+=',
};

const proseFields = new Set(['summary', 'description']);

export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const changes: Change[] = [];
  visit(program as unknown as Node, source, changes);
  changes.sort((a, b) => a.start - b.start || a.end - b.end);
  return changes.map(({ start, end, to }) => ({
    line: source.slice(0, start).split('\n').length,
    was: source.slice(start, end),
    now: to,
    source: source.slice(0, start) + to + source.slice(end),
  }));
}

function visit(node: Node, source: string, changes: Change[]): void {
  if (isSkipped(node)) return;
  changes.push(...changesOf(node, source));
  for (const child of childrenOf(node)) visit(child, source, changes);
}

/** Types, imports, errors for programmers, prose, and what IDs begin with, which nothing asks. */
function isSkipped(node: Node): boolean {
  if (node.type === 'CallExpression' && isId(node['callee'] as Node)) return true;
  if (/^(?:Import|ThrowStatement)/.test(node.type)) return true;
  if (node.type === 'Property')
    return proseFields.has((node['key'] as { name?: string }).name ?? '');
  // Expressions may carry types: `x as T`, `x satisfies T`, `x!`.
  return node.type.startsWith('TS') && !('expression' in node);
}

/** `random.id('ord')` of whatever object. */
function isId({ type, object, property }: Node): boolean {
  if (type !== 'MemberExpression' || (property as Node)['name'] !== 'id') return false;
  const maker = object as Node;
  return (maker['name'] ?? (maker['property'] as Node | undefined)?.['name']) === 'random';
}

function childrenOf(node: Node): Node[] {
  const named = node.type === 'Property' || node.type === 'MemberExpression';
  return Object.entries(node).flatMap(([field, value]) => {
    if (named && (field === 'key' || field === 'property') && node['computed'] !== true) return [];
    if (field === 'source' && node.type.startsWith('Export')) return [];
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function changesOf(node: Node, source: string): Change[] {
  const { start, end } = node;
  const whole = (to: string): Change => ({ start, end, to });
  const text = (field: string) => {
    const part = node[field] as Node;
    return source.slice(part.start, part.end);
  };
  const test = (to: string): Change => {
    const part = node['test'] as Node;
    return { start: part.start, end: part.end, to };
  };
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return operatorOf(node, source, 'left', 'right');
    case 'LogicalExpression':
      return node['operator'] === '??'
        ? [whole(text('left')), whole(text('right'))]
        : operatorOf(node, source, 'left', 'right');
    case 'UpdateExpression':
      return [
        whole(source.slice(start, end).replace(/\+\+|--/, (sign) => otherOperator[sign] ?? '')),
      ];
    case 'UnaryExpression':
      return node['operator'] === '!' || node['operator'] === '-' ? [whole(text('argument'))] : [];
    case 'ConditionalExpression':
      return [whole(`(${text('consequent')})`), whole(`(${text('alternate')})`)];
    case 'IfStatement':
      return [test('true'), test('false')];
    case 'ExpressionStatement':
      return [whole(';')];
    case 'ArrayExpression':
      return (node['elements'] as unknown[]).length > 0 ? [whole('[]')] : [];
    case 'Literal':
      return literal(node['value']).map(whole);
    case 'TemplateLiteral':
      return [whole('``')];
    default:
      return [];
  }
}

function operatorOf(node: Node, source: string, left: string, right: string): Change[] {
  const operator = node['operator'] as string;
  const to = otherOperator[operator];
  if (to === undefined) return [];
  const from = (node[left] as Node).end;
  // Skips an operator inside a comment between the operands.
  const start = source.lastIndexOf(operator, (node[right] as Node).start - 1);
  return start < from ? [] : [{ start, end: start + operator.length, to }];
}

function literal(value: unknown): string[] {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'number') return [String(value + 1)];
  if (typeof value === 'string') return [value === '' ? "'mutant'" : "''"];
  return [];
}
