import { setSeparationTraining } from '@portside/contract/console/line-separations';
import { roleNames, staffRoles, type StaffRole } from '@portside/contract/console/roles';
import {
  changeRole,
  inviteStaff,
  listStaff,
  removeStaff,
  resetStaffAccess,
  viewMe,
} from '@portside/contract/console/staff';
import type { OutputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

type Member = OutputOf<typeof listStaff>['staff'][number];

const states: Readonly<Record<Member['status'], string>> = {
  invited: 'Invited',
  active: 'Active',
  removed: 'Removed',
};

const roles = staffRoles.map((value) => ({ value, label: roleNames[value] }));

export function StaffPage() {
  const { timeZone } = useShop();
  const me = useMe();
  const [isInviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<Member>();
  const [leaving, setLeaving] = useState<Member>();
  const [beginning, setBeginning] = useState<Member>();
  const [training, setTraining] = useState<Member>();
  const mayTrain = me.can.includes(setSeparationTraining.name);
  return (
    <>
      <ConsoleList
        above={<Button onClick={() => setInviting(true)}>Invite somebody</Button>}
        actions={(row: Member) =>
          row.status === 'removed' ? null : (
            <span className="flex flex-wrap justify-end gap-1">
              {mayTrain && mayHelp(row) && (
                <Button
                  aria-label={`Training: ${whoOf(row)}`}
                  onClick={() => setTraining(row)}
                  variant="quiet"
                >
                  Training
                </Button>
              )}
              {row.id !== me.id && (
                <>
                  <Button
                    aria-label={`Change role: ${whoOf(row)}`}
                    onClick={() => setChanging(row)}
                    variant="quiet"
                  >
                    Change role
                  </Button>
                  <Button
                    aria-label={`Reset login: ${whoOf(row)}`}
                    onClick={() => setBeginning(row)}
                    variant="quiet"
                  >
                    Reset login
                  </Button>
                  <Button
                    aria-label={`Remove: ${whoOf(row)}`}
                    onClick={() => setLeaving(row)}
                    variant="quiet"
                  >
                    Remove
                  </Button>
                </>
              )}
            </span>
          )
        }
        columns={[
          { head: 'Name', cell: (row) => row.name },
          { head: 'Email', cell: (row) => row.email, wide: true },
          { head: 'Role', cell: (row) => roleNames[row.role] },
          { head: 'State', cell: (row) => states[row.status] },
          {
            head: 'Trained for line separations',
            cell: (row) => (row.trained ? 'Yes' : 'No'),
            wide: true,
          },
          {
            head: 'Last here',
            cell: (row) => (row.lastSeenAt ? moment(row.lastSeenAt, timeZone) : 'Never'),
            wide: true,
          },
        ]}
        empty="Nobody works here yet."
        endpoint={listStaff}
        rowKey={(row) => row.id}
        rowsOf={({ staff }) => staff}
        title="Staff"
      />
      <InviteDialog onClose={() => setInviting(false)} open={isInviting} />
      {changing && <RoleDialog member={changing} onClose={() => setChanging(undefined)} />}
      {beginning && <ResetDialog member={beginning} onClose={() => setBeginning(undefined)} />}
      {training && <TrainingDialog member={training} onClose={() => setTraining(undefined)} />}
      {leaving && <RemoveDialog member={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

/** Two may have one name. */
const whoOf = ({ name, email }: Member) => `${name} (${email})`;

/** Nobody else may make the calls of it. */
const mayHelp = ({ role }: Member) => role === 'agent' || role === 'admin';

const invited: { email: string; role: StaffRole } = { email: '', role: 'agent' };

function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm({
    initial: invited,
    ...useSubmit(inviteStaff, {
      refresh: [listStaff],
      onDone: () => {
        form.reset();
        onClose();
      },
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open={open}
      submitLabel="Send the invitation"
      title="Invite somebody"
    >
      <Field {...form.text('email')} autoFocus label="Email" type="email" />
      <RoleField form={form} />
    </FormDialog>
  );
}

function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const form = useForm({
    initial: { role: member.role },
    ...useSubmit(changeRole, {
      input: ({ role }: { role: StaffRole }) => ({ id: member.id, role }),
      refresh: [listStaff],
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      subtitle="It counts from their next call on."
      title={`Role of ${member.name}`}
    >
      <RoleField form={form} />
    </FormDialog>
  );
}

function RoleField({
  form,
}: {
  form: {
    values: { role: StaffRole };
    errors: Readonly<Record<string, string | undefined>>;
    set: (name: 'role', value: StaffRole) => void;
  };
}) {
  return (
    <Select
      error={form.errors.role}
      label="Role"
      name="role"
      onChange={(value) => form.set('role', value as StaffRole)}
      options={roles}
      value={form.values.role}
    />
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useSend(removeStaff, { refresh: [listStaff], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel="Remove"
      onClose={onClose}
      onConfirm={(signal) => remove({ id: member.id }, signal)}
      open
      title={`Remove ${member.name}?`}
    >
      Their sessions end at once. What they did stays in the audit.
    </QuestionDialog>
  );
}

function ResetDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const reset = useSend(resetStaffAccess, { refresh: [listStaff], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel="Reset"
      onClose={onClose}
      onConfirm={(signal) => reset({ id: member.id }, signal)}
      open
      title={`Reset the login of ${member.name}?`}
    >
      Their password, app and passkeys go, and their sessions end at once. An email to{' '}
      {member.email} lets them begin anew. Make sure that it is them who asks.
    </QuestionDialog>
  );
}

function TrainingDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, trained } = member;
  const train = useSend(setSeparationTraining, { refresh: [listStaff, viewMe], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel={trained ? 'Not trained any more' : 'Trained'}
      onClose={onClose}
      onConfirm={(signal) => train({ id, trained: !trained }, signal)}
      open
      title={
        trained
          ? `Is ${name} not trained for line separations any more?`
          : `Is ${name} trained for line separations?`
      }
      tone={trained ? 'danger' : 'primary'}
    >
      {trained
        ? 'From their next call on they see no request of a survivor any more, and get no email about one.'
        : 'The law wants trained staff for the requests of survivors who leave a shared account. Say so only of who had the training: from their next call on they see all of these requests with their documents, decide them, and get an email when one waits. Nobody else sees them.'}
    </QuestionDialog>
  );
}
