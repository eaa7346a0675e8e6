import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CodeBoxes } from '../ui/code-boxes.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { Columns, Part } from './section-panel.tsx';

const states = ['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Delaware'];
const options = states.map((label) => ({ value: label, label }));

const simCards = [
  {
    value: 'esim',
    label: 'eSIM',
    detail: 'Ready in minutes, nothing to wait for',
    aside: <Icon name="esim" />,
  },
  { value: 'physical', label: 'SIM card', detail: 'Arrives by mail in 2 to 4 days' },
  { value: 'own', label: 'My own SIM', detail: 'Not for this plan', disabled: true },
];

export function FieldParts() {
  const [text, setText] = useState('Maya');
  const [password, setPassword] = useState('');
  const [state, setState] = useState('');
  const [ticked, setTicked] = useState(true);
  const [sim, setSim] = useState('esim');
  const [code, setCode] = useState('123');
  const [message, setMessage] = useState('');
  return (
    <>
      <Part name="Field">
        <Columns>
          <Field clearable label="First name" name="a" onChange={setText} value={text} />
          <Field
            hint="Exactly five digits, of the place where you use the phone."
            inputMode="numeric"
            label="ZIP Code"
            name="b"
            placeholder="10005"
            value=""
          />
          <Field
            label="Password"
            name="c"
            onChange={setPassword}
            type="password"
            value={password}
          />
          <Field
            error="Please enter a valid email address. Example: name@example.com"
            label="Email"
            name="d"
            type="email"
            value="maya@"
          />
          <Field label="Phone" name="e" optional prefix="+1" value="212 555 0101" />
          <Field
            label="Price limit"
            name="f"
            prefix="$"
            suffix={<Icon name="information" size={20} />}
            value="40"
          />
          <Field label="Read-only" name="g" readOnly value="2125550101" />
          <Field disabled label="Disabled" name="h" value="Not now" />
        </Columns>
      </Part>
      <Part name="Text area">
        <Columns>
          <TextArea label="Message" name="m" onChange={setMessage} value={message} />
          <TextArea error="Please enter a message" label="Message" name="n" value="" />
        </Columns>
      </Part>
      <Part name="Select">
        <Columns>
          <Select
            label="State"
            name="s"
            onChange={setState}
            options={options}
            placeholder="Choose a state"
            value={state}
          />
          <Select
            error="Please select a state"
            label="State"
            name="t"
            options={options}
            placeholder="Choose a state"
            value=""
          />
          <Select label="Read-only" name="u" options={options} readOnly value="Alaska" />
          <Select disabled label="Disabled" name="v" options={options} value="Alaska" />
        </Columns>
      </Part>
      <Part name="Checkbox">
        <Columns>
          <Checkbox
            checked={ticked}
            hint="You can change this later."
            label="Save this card"
            name="w"
            onChange={setTicked}
          />
          <Checkbox
            checked={false}
            error="Tick this to go on"
            label="The lock is off at my old carrier"
            name="x"
          />
          <Checkbox checked disabled label="Disabled, on" name="y" />
          <Checkbox checked={false} disabled label="Disabled, off" name="z" />
        </Columns>
      </Part>
      <Part name="Radio cards">
        <RadioCards
          cards={simCards}
          columns={2}
          legend="How do you want your SIM?"
          name="sim"
          onChange={setSim}
          value={sim}
        />
        <RadioCards
          cards={[
            { value: 'a', label: 'Sloop', aside: <Price amount={25} per="month" /> },
            { value: 'b', label: 'Cutter', aside: <Price amount={32.5} per="month" /> },
          ]}
          error="Choose one to go on"
          legend="Plan"
          name="plan"
          onChange={() => {}}
          value=""
        />
      </Part>
      <Part name="Code boxes">
        <CodeBoxes
          hint="We sent it to you@example.com."
          label="Your code"
          onChange={setCode}
          value={code}
        />
        <CodeBoxes
          error="This code has expired. Ask for a new one."
          label="Five digits"
          length={5}
          value="12345"
        />
        <CodeBoxes disabled label="Disabled" value="12" />
      </Part>
      <Part name="Form">
        <SampleForm />
      </Part>
    </>
  );
}

function SampleForm() {
  const form = useForm({
    initial: { city: '', zip: '' },
    check: ({ city, zip }) => ({
      city: city.length < 2 ? 'Please enter city' : undefined,
      zip: /^\d{5}$/.test(zip) ? undefined : 'Please enter 5 digit ZIP Code',
    }),
    onSubmit: () => [{ field: 'planId', message: 'This plan is no longer sold. Choose another.' }],
  });
  return (
    <Form className="max-w-md" form={form} label="Sample">
      <Field label="City" {...form.text('city')} />
      <Field inputMode="numeric" label="ZIP Code" {...form.text('zip')} />
      <Button loading={form.loading} type="submit">
        Check
      </Button>
    </Form>
  );
}
