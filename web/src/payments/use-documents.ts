import { CallFailed } from '@portside/contract/call';
import { downloadReceipt, exportTransactions, printReceipt } from '@portside/contract/payments';
import type { InputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { fetchDocument, printDocument, saveDocument } from '../api/document.ts';
import { useCall } from '../api/use-call.tsx';
import { useWork } from '../ui/use-work.ts';

type Which = 'print' | 'pdf' | 'csv';

/** `loading` names the document. Failures have been reported. */
export function useDocuments() {
  const call = useCall();
  const work = useWork();
  const [which, setWhich] = useState<Which>();

  function load(next: Which, fetching: (signal: AbortSignal) => Promise<void>) {
    if (!work.loading) setWhich(next);
    return work.run(async (signal) => {
      try {
        await fetching(signal);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
      }
    });
  }

  return {
    work,
    loading: work.loading ? which : undefined,
    print: (id: string) =>
      load('print', (signal) =>
        printDocument(fetchDocument(call, printReceipt, { id }, { signal })),
      ),
    savePdf: (id: string) =>
      load('pdf', async (signal) =>
        saveDocument(await fetchDocument(call, downloadReceipt, { id }, { signal })),
      ),
    saveCsv: (filter: InputOf<typeof exportTransactions>) =>
      load('csv', async (signal) =>
        saveDocument(await fetchDocument(call, exportTransactions, filter, { signal })),
      ),
  };
}
