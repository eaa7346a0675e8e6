import { takeSeparationDocument } from '@portside/contract/console/line-separations';
import type { OutputOf } from '@portside/contract/endpoint';
import type { DocumentKind } from '@portside/contract/line-separation';
import { saveDocument } from '../api/document.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';
import type { SeparationRequest } from './line-separation-page.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { kilobytes } from './separation-words.ts';
import { useShop } from './shop.ts';

const kinds: Readonly<Record<DocumentKind, string>> = {
  official: 'Of the police or a court',
  professional: 'Signed by a professional',
  care: 'Statement of care',
};

/** Saved as files, and never shown here: they were sent by who knows whom. */
export function SeparationDocuments({ request }: { request: SeparationRequest }) {
  const me = useMe();
  const { timeZone } = useShop();
  return (
    <section aria-labelledby="separation-documents" className="flex flex-col gap-3">
      <h2 className="text-lead" id="separation-documents">
        Documents
      </h2>
      {request.documents.length === 0 ? (
        <p>None is here.</p>
      ) : (
        <>
          <p className="text-ink-soft">
            A file is saved on this computer. Look at it with care, and delete it there afterwards.
            The audit keeps that you took it.
          </p>
          <ul className="border-y">
            {request.documents.map((one, at) => (
              <li
                className="flex flex-wrap items-center justify-between gap-x-4 not-first:border-t py-2"
                key={one.id}
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-strong">{kinds[one.kind]}</span>
                  <span className="block text-fine text-ink-soft">
                    {one.name}, {kilobytes(one.bytes)}, {moment(one.at, timeZone)}
                  </span>
                </span>
                {me.can.includes(takeSeparationDocument.name) && (
                  <SaveButton
                    documentId={one.id}
                    fileName={`${request.reference}-${at + 1}`}
                    id={request.id}
                    name={one.name}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Of what the server has seen in it; the sender's own name of it may be anything. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

interface SaveButtonProps {
  id: string;
  documentId: string;
  name: string;
  fileName: string;
}

function SaveButton({ id, documentId, name, fileName }: SaveButtonProps) {
  const work = useWork();
  const take = useSend(takeSeparationDocument, {
    onDone: ({ type, content }: OutputOf<typeof takeSeparationDocument>) =>
      saveDocument({
        fileName: `${fileName}.${endings[type] ?? 'bin'}`,
        // No browser shows it by itself.
        content: new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], {
          type: 'application/octet-stream',
        }),
      }),
  });
  return (
    <Button
      aria-label={`Save as a file: ${name}`}
      className="-me-3"
      icon="download"
      loading={work.loading}
      onClick={() => void work.run(async (signal) => void (await take({ id, documentId }, signal)))}
      variant="quiet"
    >
      Save as a file
    </Button>
  );
}
