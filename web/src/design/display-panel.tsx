import { useState } from 'react';
import { Accordion } from '../ui/accordion.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Flag } from '../ui/flag.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Qr } from '../ui/qr.tsx';
import { ReceiptLines } from '../ui/receipt-lines.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { Columns, Part } from './section-panel.tsx';

const payments = [
  { id: '1', date: 'Nov 05, 25', product: 'Sloop 12 GB', price: '$28.49', failed: false },
  { id: '2', date: 'Oct 06, 25', product: 'Sloop 12 GB', price: '$28.49', failed: true },
  { id: '3', date: 'Sep 06, 25', product: 'Ferry 5 GB', price: '$20.77', failed: false },
];

export function DisplayParts() {
  const [tab, setTab] = useState('plan');
  const [step, setStep] = useState(2);
  return (
    <>
      <Part name="Accordion">
        <Accordion
          items={[
            { title: 'Can I keep my number?', body: 'Yes. We check it at once.', open: true },
            { title: 'What is an eSIM?', body: 'A SIM that is built into the phone.' },
          ]}
        />
      </Part>
      <Part name="Tabs">
        <Tabs
          label="Account"
          onChange={setTab}
          tabs={[
            { value: 'plan', label: 'Plan', panel: 'Sloop, 12 GB each 30 days.' },
            { value: 'sim', label: 'SIM', panel: 'eSIM, enabled.' },
            { value: 'old', label: 'Not yet', panel: '', disabled: true },
          ]}
          value={tab}
        />
      </Part>
      <Part name="Table">
        <Table
          caption="Payments"
          columns={[
            { key: 'date', head: 'Date', cell: (row) => row.date },
            { key: 'product', head: 'Product', cell: (row) => row.product },
            {
              key: 'state',
              head: 'State',
              cell: (row) => row.failed && <Badge tone="fail">Failed</Badge>,
            },
            { key: 'price', head: 'Price', align: 'end', cell: (row) => row.price },
            {
              key: 'view',
              head: 'View',
              quietHead: true,
              align: 'end',
              cell: () => <Button variant="quiet">View</Button>,
            },
          ]}
          failed={(row) => row.failed}
          rowKey={(row) => row.id}
          rows={payments}
        />
        <Pagination onNext={() => {}} place="1 to 3 of 7" />
      </Part>
      <Part name="Stepper">
        <Stepper
          current={step}
          label="Checkout"
          onSelect={setStep}
          steps={['Number', 'SIM', 'Address', 'Payment', 'Review']}
        />
      </Part>
      <Part name="Timeline">
        <Columns>
          <Timeline
            label="Number transfer"
            stops={[
              { title: 'Sent to your old carrier', state: 'done', time: 'Tue 9:12 am' },
              {
                title: 'Waiting for their answer',
                state: 'here',
                time: 'about 2 hours',
                detail: 'You need to do nothing. Your old line works until we are done.',
              },
              { title: 'Number arrives', state: 'ahead' },
            ]}
          />
          <Timeline
            label="Number transfer, stopped"
            stops={[
              { title: 'Sent to your old carrier', state: 'done', time: 'Tue 9:12 am' },
              {
                title: 'Account number is wrong',
                state: 'trouble',
                detail: <Button variant="secondary">Correct it</Button>,
              },
              { title: 'Number arrives', state: 'ahead' },
            ]}
          />
        </Columns>
      </Part>
      <Part name="Receipt">
        <ReceiptLines
          className="max-w-md"
          lines={[
            { label: 'Sloop 12 GB', amount: '$25.00' },
            { label: 'Taxes and government fees', amount: '$2.00' },
            { label: 'Regulatory fee, ours', amount: '$1.49' },
            { label: 'Final Checkout Amount', amount: '$28.49', total: true },
          ]}
        />
      </Part>
      <Part name="Empty state">
        <EmptyState
          action={
            <Button icon="plus" variant="secondary">
              add card
            </Button>
          }
          picture={<Flag name="pending" size={56} />}
          title="No saved cards"
        >
          Tap below to add one
        </EmptyState>
      </Part>
      <Part name="Skeleton">
        <Skeleton lines={3} />
        <Skeleton className="h-24 w-full" />
      </Part>
      <Part name="QR">
        <Qr label="Opens this page" text="https://harbor.example/app" />
      </Part>
    </>
  );
}
