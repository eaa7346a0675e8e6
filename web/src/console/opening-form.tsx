import type { ShownSettings } from '@portside/contract/console/settings';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FaultLine } from '../ui/field-frame.tsx';

type Opening = ShownSettings['settings']['supportHours']['value']['opening'];

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface OpeningProps {
  opening: Opening;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (opening: Opening) => void;
}

/** The days and times at which somebody answers the chat. */
export function OpeningFields({ opening, errors, onChange }: OpeningProps) {
  const change = (at: number, more: Partial<Opening[number]>) =>
    onChange(opening.map((one, nr) => (nr === at ? { ...one, ...more } : one)));
  return (
    <>
      {opening.map(({ days, from, to }, at) => (
        <fieldset className="flex flex-col gap-3 border-t pt-4" key={at}>
          <legend className="font-strong">Somebody answers the chat, {at + 1}</legend>
          <div className="flex flex-wrap gap-x-5">
            {weekdays.map((name, nr) => (
              <Checkbox
                checked={days.includes(nr + 1)}
                key={name}
                label={name}
                name={`day-${at}-${nr + 1}`}
                onChange={(isOn) =>
                  change(at, {
                    days: [
                      ...days.filter((day) => day !== nr + 1),
                      ...(isOn ? [nr + 1] : []),
                    ].toSorted((a, b) => a - b),
                  })
                }
              />
            ))}
          </div>
          <div className="grid grid-cols-2 gap-4">
            <Field
              error={errors.from}
              label="From"
              name={`from-${at}`}
              onChange={(value) => change(at, { from: value })}
              placeholder="08:00"
              value={from}
            />
            <Field
              error={errors.to}
              label="To"
              name={`to-${at}`}
              onChange={(value) => change(at, { to: value })}
              placeholder="22:00"
              value={to}
            />
          </div>
          <Button
            className="self-start"
            onClick={() => onChange(opening.filter((_, nr) => nr !== at))}
            variant="quiet"
          >
            Take this time away
          </Button>
        </fieldset>
      ))}
      {errors.days && <FaultLine id="opening-days">{errors.days}</FaultLine>}
      <Button
        className="self-start"
        onClick={() =>
          onChange([...opening, { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }])
        }
        variant="secondary"
      >
        Add a time
      </Button>
    </>
  );
}
