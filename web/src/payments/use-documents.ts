import { CallFailed } from '@portside/contract/call';
import { downloadReceipt, exportTransactions, printReceipt } from '@portside/contract/payments';
import type { InputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { fetchDocument, printDocument, saveDocument } from '../api/document.ts';
import { useCall } from '../api/use-call.tsx';

/** Receipts and the export; `loading` names the one that is on its way. A failure has been told. */
export function useDocuments() {
  const call = useCall();
  const [loading, setLoading] = useState<'print' | 'pdf' | 'csv'>();

  async function take(which: 'print' | 'pdf' | 'csv', work: () => Promise<void>) {
    if (loading) return;
    setLoading(which);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    } finally {
      setLoading(undefined);
    }
  }

  return {
    loading,
    print: (id: string) =>
      take('print', () => printDocument(fetchDocument(call, printReceipt, { id }))),
    savePdf: (id: string) =>
      take('pdf', async () => saveDocument(await fetchDocument(call, downloadReceipt, { id }))),
    saveCsv: (filter: InputOf<typeof exportTransactions>) =>
      take('csv', async () => saveDocument(await fetchDocument(call, exportTransactions, filter))),
  };
}
