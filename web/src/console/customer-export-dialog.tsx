import { exportCustomer, viewTimeline } from '@portside/contract/console/customers';
import { useState } from 'react';
import { type DocumentFile, saveDocument } from '../api/document.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useMe } from './me.ts';

/** L19 */
export function ExportCustomer({ id }: { id: string }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!me.can.includes(exportCustomer.name)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="quiet">
        Export as JSON
      </Button>
      {isOpen && <ExportDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    ...useSubmit(exportCustomer, {
      input: ({ reason }: { reason: string }) => ({ id, reason }),
      refresh: [viewTimeline],
      onDone: (file: unknown) => {
        saveDocument(file as DocumentFile);
        onClose();
      },
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Export"
      subtitle="The file holds what is kept of this customer, without secrets and the emails that were sent. Hand it to nobody else. The audit keeps the reason."
      title="Export as JSON"
    >
      <TextArea {...form.text('reason')} label="Why" rows={2} />
    </FormDialog>
  );
}
