import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { Menu } from '../ui/menu.tsx';
import { NotificationCard } from '../ui/notification.tsx';
import { Columns, Part, Row } from './section-panel.tsx';

type Open = 'form' | 'question' | 'outcome' | 'busy' | undefined;

export function FloatingParts() {
  const [open, setOpen] = useState<Open>();
  const [nickname, setNickname] = useState('');
  const close = () => setOpen(undefined);
  return (
    <>
      <Part name="Menu">
        <Menu
          items={[
            { label: 'Contact Us', to: '/contact-us' },
            { label: 'Why Harbor Mobile?', to: '/about' },
          ]}
          label="Support"
        />
      </Part>
      <Part name="Notification">
        <Columns>
          <NotificationCard
            item={{ id: 'a', error: false, message: 'Code Re-sent! Please enter the new code' }}
            onClose={() => {}}
          />
          <NotificationCard item={{ id: 'b', error: true }} onClose={() => {}} />
        </Columns>
      </Part>
      <Part name="Dialog">
        <Row>
          <Button onClick={() => setOpen('form')} variant="secondary">
            With a field
          </Button>
          <Button onClick={() => setOpen('question')} variant="secondary">
            A question
          </Button>
          <Button onClick={() => setOpen('outcome')} variant="secondary">
            An outcome
          </Button>
          <Button onClick={() => setOpen('busy')} variant="secondary">
            Busy for a moment
          </Button>
        </Row>
        <Dialog
          actions={
            <>
              <Button onClick={close}>Save</Button>
              <Button onClick={close} variant="quiet">
                Cancel
              </Button>
            </>
          }
          onClose={close}
          open={open === 'form'}
          subtitle="Only you see it."
          title="Name this line"
        >
          <Field label="Nickname" name="nickname" onChange={setNickname} value={nickname} />
        </Dialog>
        <Dialog
          actions={
            <>
              <Button onClick={close} variant="danger">
                Yes, Delete
              </Button>
              <Button onClick={close} variant="quiet">
                Cancel
              </Button>
            </>
          }
          modal="question"
          onClose={close}
          open={open === 'question'}
          subtitle="visa •••• 1881"
          title="Delete Card?"
        />
        <Dialog
          actions={<Button onClick={close}>Try again</Button>}
          onClose={close}
          open={open === 'outcome'}
          picture={<Flag name="failure" size={72} />}
          subtitle="Please try again!"
          title="Payment Failed"
        />
        <Dialog
          actions={
            <>
              <Button loading>Pay $28.49</Button>
              <Button onClick={close} variant="quiet">
                Stop waiting
              </Button>
            </>
          }
          onClose={close}
          open={open === 'busy'}
          title="Paying"
          work={{ loading: true, stop: () => {} }}
        >
          <p>This takes a few seconds.</p>
        </Dialog>
      </Part>
    </>
  );
}
