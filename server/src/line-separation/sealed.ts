import type { StreetAddress } from '@portside/contract/street-address';
import type { App } from '../app.ts';
import type { DocumentRow, LineRow, Listed, MessageRow, SeparationRow } from './store.ts';

/** All that a request says about people. */
export interface Told {
  readonly email: string;
  readonly name: string;
  readonly otherName: string;
  readonly otherNumber?: string;
  readonly contactNumber?: string;
  readonly contactNote?: string;
  readonly representative?: string;
  readonly address?: StreetAddress;
  /** Of the refusal. */
  readonly note?: string;
}

interface ToldLine {
  readonly number: string;
  /** How staff came to know whose it is. */
  readonly how?: string;
}

interface ToldMessage {
  readonly by: string;
  readonly text: string;
}

type Keeper = Pick<App, 'secrets'>;

const aboutRequest = (id: string) => `line_separations.sealed:${id}`;
const aboutLine = (id: string, position: number) =>
  `line_separation_lines.sealed:${id}:${position}`;
const aboutMessage = (id: string) => `line_separation_messages.sealed:${id}`;
const aboutName = (id: string) => `line_separation_documents.sealed_name:${id}`;
const aboutDocument = (id: string) => `line_separation_documents.sealed:${id}`;

export const sealTold = ({ secrets }: Keeper, id: string, told: Told): string =>
  secrets.seal(JSON.stringify(told), aboutRequest(id));

/** Undefined once it is gone. */
export const openTold = (
  { secrets }: Keeper,
  { id, sealed }: Pick<SeparationRow, 'id' | 'sealed'>,
): Told | undefined =>
  sealed === null ? undefined : (JSON.parse(secrets.open(sealed, aboutRequest(id))) as Told);

export const sealLine = (
  { secrets }: Keeper,
  { separationId, position }: { separationId: string; position: number },
  line: ToldLine,
): string => secrets.seal(JSON.stringify(line), aboutLine(separationId, position));

export type OpenedLine = LineRow & ToldLine;

/** Without those that are gone. */
export const openLines = ({ secrets }: Keeper, rows: readonly LineRow[]): OpenedLine[] =>
  rows.flatMap((row) => {
    const { separation_id: id, position, sealed } = row;
    if (sealed === null) return [];
    return [{ ...row, ...(JSON.parse(secrets.open(sealed, aboutLine(id, position))) as ToldLine) }];
  });

export const sealMessage = ({ secrets }: Keeper, id: string, message: ToldMessage): string =>
  secrets.seal(JSON.stringify(message), aboutMessage(id));

export const openMessage = ({ secrets }: Keeper, { id, sealed }: MessageRow): ToldMessage =>
  JSON.parse(secrets.open(sealed, aboutMessage(id))) as ToldMessage;

export const sealDocument = (
  { secrets }: Keeper,
  id: string,
  { name, content }: { name: string; content: string },
): Pick<DocumentRow, 'sealed' | 'sealed_name'> => ({
  sealed_name: secrets.seal(name, aboutName(id)),
  sealed: secrets.seal(content, aboutDocument(id)),
});

export const openName = ({ secrets }: Keeper, { id, sealed_name: name }: Listed): string =>
  secrets.open(name, aboutName(id));

export const openDocument = ({ secrets }: Keeper, { id, sealed }: DocumentRow): string =>
  secrets.open(sealed, aboutDocument(id));
