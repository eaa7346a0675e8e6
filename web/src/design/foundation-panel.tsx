import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { CardNetwork, cardNetworkNames } from '../ui/card-network.tsx';
import { Flag, flagNames } from '../ui/flag.tsx';
import { Icon, iconNames } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { OutsideLink, TextLink } from '../ui/text-link.tsx';
import { Columns, Part, Row } from './section-panel.tsx';

const swatches = [
  ['ground', 'bg-ground'],
  ['surface', 'bg-surface'],
  ['fog', 'bg-fog'],
  ['ink', 'bg-ink'],
  ['action', 'bg-action'],
  ['action-soft', 'bg-action-soft'],
  ['good', 'bg-good'],
  ['good-soft', 'bg-good-soft'],
  ['fail', 'bg-fail'],
  ['fail-soft', 'bg-fail-soft'],
  ['mark', 'bg-mark'],
  ['mark-soft', 'bg-mark-soft'],
  ['deep', 'bg-deep'],
] as const;

const steps = [
  ['hero', 'text-hero head'],
  ['display', 'text-display head'],
  ['heading', 'text-heading head'],
  ['title', 'text-title head'],
  ['lead', 'text-lead'],
  ['body', 'text-body'],
  ['fine', 'text-fine'],
] as const;

export function FoundationParts() {
  return (
    <>
      <Part name="Colour by role">
        <ul className="grid grid-cols-3 gap-3 xs:grid-cols-4 md:grid-cols-7">
          {swatches.map(([name, look]) => (
            <li className="text-fine" key={name}>
              <div className={`mb-1.5 h-14 rounded-control border ${look}`} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part name="Type">
        {steps.map(([name, look]) => (
          <p className={look} key={name}>
            Keep your number <span className="font-text text-fine text-ink-soft">{name}</span>
          </p>
        ))}
        <p className="measure">
          We check your number at once. Your old line works until the transfer is done, and you see
          each step. Do not cancel the old line first: that can lose the number.
        </p>
      </Part>
      <Part name="Button">
        <Row>
          <Button>Pay $28.49</Button>
          <Button variant="secondary">Compare plans</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Yes, Delete</Button>
        </Row>
        <Row>
          <Button loading>Pay $28.49</Button>
          <Button loading variant="secondary">
            Check
          </Button>
          <Button disabled>Disabled</Button>
          <Button disabled variant="secondary">
            Disabled
          </Button>
        </Row>
        <Row>
          <ButtonLink iconAfter="arrow-right" to="/shop">
            See plans
          </ButtonLink>
          <Button icon="plus" variant="secondary">
            Add a card
          </Button>
          <IconButton icon="copy" label="Copy the code" />
          <IconButton icon="trash" label="Delete" />
        </Row>
      </Part>
      <Part name="Link">
        <p>
          Your plan ends on 5 Nov. <TextLink to="/shop">Pay for the next 30 days</TextLink>, or read
          the rules of the <OutsideLink href="https://www.fcc.gov/">FCC</OutsideLink>.
        </p>
      </Part>
      <Part name="Flag">
        <ul className="grid grid-cols-3 gap-6 xs:grid-cols-5 md:grid-cols-7">
          {flagNames.map((name) => (
            <li className="text-fine" key={name}>
              <Flag className="mb-2" name={name} size={64} />
              {name}
            </li>
          ))}
        </ul>
        <Row>
          {flagNames.map((name) => (
            <Flag key={name} name={name} size={24} />
          ))}
        </Row>
      </Part>
      <Part name="Icon">
        <ul className="grid grid-cols-4 gap-4 xs:grid-cols-6 md:grid-cols-9">
          {iconNames.map((name) => (
            <li className="flex flex-col gap-1.5 text-[0.75rem] text-ink-soft" key={name}>
              <Icon className="text-ink" name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part name="Badge, price">
        <Row>
          <Badge tone="mark">Most popular</Badge>
          <Badge tone="good">Active</Badge>
          <Badge tone="fail">Failed</Badge>
          <Badge tone="action">Primary</Badge>
          <Badge>Pending</Badge>
        </Row>
        <Columns>
          <Row>
            <Price amount={25} per="month" size="display" />
            <Price amount={32.5} per="month" size="heading" />
          </Row>
          <Row>
            <Price amount={1028.49} size="title" />
            <Price amount={12} per="month" />
            <Price amount={-2.5} />
          </Row>
        </Columns>
      </Part>
      <Part name="Card network">
        <Row>
          {[...cardNetworkNames, 'unknown'].map((name) => (
            <CardNetwork key={name} name={name} />
          ))}
        </Row>
      </Part>
      <Part name="Spinner">
        <Row>
          <Spinner />
          <Spinner size={20} />
        </Row>
      </Part>
    </>
  );
}
