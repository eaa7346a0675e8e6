import { eraseCustomer, exportCustomer, viewTimeline } from '@portside/contract/console/customers';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type DocumentFile, saveDocument } from '../api/document.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useMe } from './me.ts';

/** L19 */
export function CustomerPrivacy({ id, name }: { id: string; name: string }) {
  const { can } = useMe();
  const [open, setOpen] = useState<'export' | 'erase'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {can.includes(exportCustomer.name) && (
        <Button onClick={() => setOpen('export')} variant="quiet">
          Export as JSON
        </Button>
      )}
      {can.includes(eraseCustomer.name) && (
        <Button onClick={() => setOpen('erase')} variant="quiet">
          Erase
        </Button>
      )}
      {open === 'export' && <ExportDialog id={id} onClose={close} />}
      {open === 'erase' && <EraseDialog id={id} name={name} onClose={close} />}
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
      subtitle="The file holds what is kept of this customer, with the emails that were sent to them and without secrets. Hand it to nobody else. The audit keeps the reason."
      title="Export as JSON"
    >
      <TextArea {...form.text('reason')} label="Why" rows={2} />
    </FormDialog>
  );
}

/** The page of a customer who is erased is gone. */
function EraseDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { reason: '' },
    ...useSubmit(eraseCustomer, {
      input: ({ reason }: { reason: string }) => ({ id, reason }),
      refusalAt: 'reason',
      onDone: () => void navigate('/'),
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Erase now"
      subtitle="At once, and nobody can bring it back. Name, addresses, logins, cards, chats, notes and emails go. Receipts, disputes and the audit stay, as the law asks. The customer gets a last email."
      title={`Erase ${name || 'this customer'}?`}
    >
      <TextArea {...form.text('reason')} label="Why" rows={2} />
    </FormDialog>
  );
}
