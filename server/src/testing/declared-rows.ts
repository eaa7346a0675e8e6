import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, type Symbol as TsSymbol, type Type } from 'typescript/unstable/sync';

/** A column as a store's row type has it. */
export interface DeclaredColumn {
  /** The store, from the server's folder. */
  readonly file: string;
  readonly table: string;
  readonly column: string;
  /** What is read from it: `string`, `number`, `boolean`, `Date`, or `other` for what is JSON. */
  readonly type: string;
  readonly nullable: boolean;
  /** A row may be inserted without it. */
  readonly optional: boolean;
}

const server = path.resolve(import.meta.dirname, '../..');
const inServer = (file: string) => path.relative(server, file).replaceAll('\\', '/');

/** Every column of every `withTables<{…}>` of the server, as TypeScript understands it. */
export function declaredColumns(): DeclaredColumn[] {
  const api = new API({ cwd: server });
  try {
    const [project] = api.updateSnapshot({ openProjects: ['tsconfig.json'] }).getProjects();
    if (!project) throw new Error('The server’s tsconfig.json was not opened');
    const { program, checker } = project;
    return program
      .getSourceFileNames()
      .filter((file) => /^src\/.*(?<!\.test)\.ts$/.test(inServer(file)))
      .filter((file) => readFileSync(file, 'utf8').includes('.withTables<'))
      .flatMap((file) => {
        const source = program.getSourceFile(file);
        if (!source) return [];
        return columnsOf(checker, source).map((one) => ({ file: inServer(file), ...one }));
      });
  } finally {
    api.close();
  }
}

function columnsOf(checker: Checker, source: Node): Omit<DeclaredColumn, 'file'>[] {
  const typeOf = (symbol: TsSymbol): Type => {
    const type = checker.getTypeOfSymbol(symbol);
    if (!type) throw new Error(`${symbol.name} has no type`);
    return type;
  };
  return withTables(source).flatMap((call) => {
    const [argument] = call.typeArguments ?? [];
    const tables = argument && checker.getTypeFromTypeNode(argument);
    if (!tables) return [];
    return checker.getPropertiesOfType(tables).flatMap((table) =>
      checker.getPropertiesOfType(typeOf(table)).map((column) => {
        const type = typeOf(column);
        // Kysely's ColumnType and Generated say apart what is read and what is written.
        const read = checker.getPropertyOfType(type, '__select__');
        const written = checker.getPropertyOfType(type, '__insert__');
        return {
          table: table.name,
          column: column.name,
          ...describe(checker, read ? typeOf(read) : type),
          optional:
            written !== undefined &&
            checker.isTypeAssignableTo(checker.getUndefinedType(), typeOf(written)),
        };
      }),
    );
  });
}

function describe(checker: Checker, type: Type): { type: string; nullable: boolean } {
  const value = checker.getNonNullableType(type) ?? type;
  const isA = (other: Type) => checker.isTypeAssignableTo(value, other);
  const named = isA(checker.getStringType())
    ? 'string'
    : isA(checker.getNumberType())
      ? 'number'
      : isA(checker.getBooleanType())
        ? 'boolean'
        : checker.typeToString(value) === 'Date'
          ? 'Date'
          : 'other';
  return { type: named, nullable: checker.isTypeAssignableTo(checker.getNullType(), type) };
}

function withTables(node: Node): CallExpression[] {
  const found: CallExpression[] = [];
  const visit = (one: Node): void => {
    if (isCallExpression(one) && isPropertyAccessExpression(one.expression)) {
      if (one.expression.name.text === 'withTables') found.push(one);
    }
    one.forEachChild(visit);
  };
  visit(node);
  return found;
}
