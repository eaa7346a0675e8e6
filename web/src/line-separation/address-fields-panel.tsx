import { useLingui } from '@lingui/react';
import { lazy, Suspense } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import type { FormState } from '../ui/form.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { AskValues } from './ask-input.ts';

const StreetPanel = lazy(async () => ({
  default: (await import('./street-panel.tsx')).StreetPanel,
}));

/** The one of the shared account does not move along. */
export function AddressFields({ form }: { form: FormState<AskValues> }) {
  const { i18n } = useLingui();
  return (
    <div>
      <Checkbox
        checked={form.values.hasAddress}
        hint={i18n.t(
          'For 911: responders may be sent there when you call over Wi-Fi. The address of the shared account does not move along. You can also add yours once the number is in your account.',
        )}
        label={i18n.t('Add the address where the phone is now')}
        name="hasAddress"
        onChange={(checked) => form.set('hasAddress', checked)}
      />
      {form.values.hasAddress && (
        <Suspense fallback={<Spinner className="m-4" />}>
          <StreetPanel form={form} />
        </Suspense>
      )}
    </div>
  );
}
