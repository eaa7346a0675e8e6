import {
  Visitor,
  type Expression,
  type Function as Fn,
  type ParamPattern,
  type Span,
} from 'oxc-parser';
import { lineAt, type Finding, type SourceFile } from './source-files.ts';

/** A read by id alone is named for it: `anyOrder`, `lockAnyOrder`, `findAnyCharge`. */
const readsAnybodys = /^(?:[a-z]+A|a)ny[A-Z]/;
const knowsWhose = /:\s*(?:Visitor \| )?(?:Customer|Owner)\b/;

/** A call that knows the customer reads by owner; owners are made by identity only. */
export function checkOwners(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest)
    .flatMap((file) => [...checkReads(file), ...checkAssertions(file)]);
}

function checkReads({ path: file, text, program }: SourceFile): Finding[] {
  const bodies: { start: number; end: number }[] = [];
  const calls: { name: string; start: number }[] = [];
  const look = (node: { params: readonly ParamPattern[]; start: number; end: number }) => {
    if (node.params.some((param) => knowsWhose.test(spanOf(text, param)))) bodies.push(node);
  };
  new Visitor({
    FunctionDeclaration: (node: Fn) => look(node),
    FunctionExpression: (node: Fn) => look(node),
    ArrowFunctionExpression: look,
    CallExpression: ({ callee, start }) => {
      const name = nameOf(callee);
      if (name && readsAnybodys.test(name)) calls.push({ name, start });
    },
  }).visit(program);
  return calls
    .filter(({ start }) => bodies.some((body) => body.start < start && start < body.end))
    .map(({ name, start }) => ({
      file,
      line: lineAt(text, start),
      wrong: `reads anybody's with ${name}, and knows the customer`,
      instead: 'ask the store for the owner’s: orderOf(db, who, id)',
    }));
}

const spanOf = (text: string, { start, end }: Span) => text.slice(start, end);

function nameOf(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined;
}

function checkAssertions({ path: file, text, program }: SourceFile): Finding[] {
  if (file === 'server/src/http/who.ts') return [];
  const found: Finding[] = [];
  new Visitor({
    TSAsExpression: ({ typeAnnotation, start }) => {
      const type = spanOf(text, typeAnnotation);
      if (type !== 'Owner' && type !== 'Customer') return;
      found.push({
        file,
        line: lineAt(text, start),
        wrong: `says that something is an ${type}`,
        instead: 'take it from the caller, or make it of a row with ownerOfRow',
      });
    },
  }).visit(program);
  return found;
}
