import { giveLine, INVITATION_DAYS } from '@portside/contract/household';
import { type MemberRole, memberRole } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { phone } from '@portside/contract/phone';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Points } from './point-list.tsx';
import { roleName, roleWords, thingsUnseen } from './role-words.ts';
import { useRolePage } from './use-role-page.ts';

interface GiveLineDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus: () => HTMLElement | null;
}

const least: MemberRole = 'user';

/** P04: who gets it, as what, and what the holder sees no more, before anybody is invited. */
export function GiveLineDialog(props: GiveLineDialogProps) {
  const { line, open, onClose, onFinished, finalFocus } = props;
  const page = useRolePage();
  const { i18n, can } = page;
  const form = useForm({
    initial: { id: line.id, email: '', role: least },
    ...useSubmit(giveLine, {
      refresh: [viewLine, listLines, listNeeds],
      onDone: onFinished,
      // Above the fields, as it is about none of them.
      refusalAt: 'invitation',
    }),
  });
  return (
    <FormDialog
      finalFocus={finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      size="wide"
      submitLabel={i18n.t('Send the invitation')}
      subtitle={line.mdn ? phone(line.mdn) : i18n.t('Number on its way')}
      title={i18n.t('Give this line to someone')}
    >
      <p className="measure">
        {i18n.t(
          'We email an invitation to the address you enter. Whoever has that address can accept it for {days} days, with an account here. Until then nothing changes, and you can take the invitation back.',
          { days: INVITATION_DAYS },
        )}
      </p>
      <Field
        {...form.text('email')}
        autoComplete="off"
        label={i18n.t('Email address of the person who gets the line')}
        type="email"
      />
      <RadioCards
        cards={memberRole.options.map((role) => ({
          value: role,
          label: roleName(i18n, role),
          detail: roleWords(page, role),
        }))}
        error={form.errors['role']}
        legend={i18n.t('What may they do?')}
        name="role"
        onChange={(value) => form.set('role', memberRole.parse(value))}
        value={form.values.role}
      />
      <div className="grid gap-6 min-[600px]:grid-cols-2">
        <Points title={i18n.t('What you no longer see')}>
          <li>{i18n.t('While they have the line: {things}.', { things: thingsUnseen(page) })}</li>
        </Points>
        <Points title={i18n.t('What stays with you')}>
          <li>
            {i18n.t('The line, its number and its bill. Your cards and autopay stay as they are.')}
          </li>
          <li>
            {can.has('suspendLine')
              ? i18n.t(
                  'You see its plan, its payments and whether it’s active. You can block it and set its locks.',
                )
              : i18n.t(
                  'You see its plan, its payments and whether it’s active. You can set its locks.',
                )}
          </li>
          <li>{i18n.t('You alone can end it, and you can take it back at any time.')}</li>
        </Points>
      </div>
      <p className="measure">
        {i18n.t(
          'Before they accept, they see your first name, the last four digits of the number and the plan. Once they have it, you see their first name and email address.',
        )}
      </p>
    </FormDialog>
  );
}
