import { stateOptions, streetDirections } from '@portside/contract/places';
import { streetFiller } from '../api/street-filler.ts';
import { typedField } from '../api/typed-field.ts';
import type { FormState } from '../ui/form.tsx';
import { StreetFields } from '../ui/street-fields.tsx';
import type { AskValues } from './ask-input.ts';

export function StreetPanel({ form }: { form: FormState<AskValues> }) {
  return (
    <div className="mt-4 flex flex-col gap-6">
      <StreetFields
        directions={streetDirections}
        field={typedField(form)}
        onStreetName={streetFiller(form)}
        select={form.text}
        states={stateOptions}
      />
    </div>
  );
}
