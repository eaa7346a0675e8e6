import { stripTypeScriptTypes } from 'node:module';
import type { Finding, SourceFile } from './source-files.ts';

/** What Node runs from TypeScript as it is, without a build. */
const byNode = /^(server|contract|scripts|bench)\/.*(?<!\.tsx)$/;

/**
 * Node strips types with a parser of its own, which refuses what the compiler takes, such as
 * `for (const of of list)`: the server does not start then.
 */
export function checkNodeReads(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path, isTest }) => byNode.test(path) && !isTest)
    .flatMap((file) => {
      const fault = faultOf(file.text);
      return fault
        ? [{ file: file.path, line: 1, wrong: `Node cannot read it: ${fault}`, instead }]
        : [];
    });
}

const instead = 'say it in another way; `node <the file>` names the place';

function faultOf(text: string): string | undefined {
  try {
    stripTypeScriptTypes(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
