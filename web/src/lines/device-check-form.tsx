import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import { fields } from '@portside/contract/fields';
import { checkDevice } from '@portside/contract/sim';
import { useState } from 'react';
import { fieldFaults } from '../api/check-input.ts';
import { typingOf } from '../api/typed-field.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { useWork } from '../ui/use-work.ts';

export type Device = OutputOf<typeof checkDevice> & { readonly imei: string };

interface DeviceCheckFormProps {
  value: string;
  onChange: (imei: string) => void;
  device: Device | undefined;
  onDevice: (device: Device | undefined) => void;
  error?: string | undefined;
}

/** H21. Part of a form. */
export function DeviceCheckForm(props: DeviceCheckFormProps) {
  const { value, onChange, device, onDevice } = props;
  const { i18n } = useLingui();
  const [fault, setFault] = useState<string>();
  const { loading, run } = useWork();
  const ask = useSend(checkDevice, {
    silent: true,
    onDone: (answer, { imei }) => onDevice({ ...answer, imei }),
    onFailed: ({ errors, message }) => setFault(errors[0]?.message ?? message),
  });

  async function check() {
    if (loading) return;
    const [wrong] = fieldFaults({ imei: fields.imei }, { imei: value });
    setFault(wrong?.message);
    if (wrong) return;
    await run(async (signal) => void (await ask({ imei: value }, signal)));
  }

  const known = device?.imei === value ? device : undefined;
  return (
    <div className="max-w-lg">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <Field
          autoComplete="off"
          className="row-span-4 grid! grid-rows-subgrid"
          clearable
          error={fault ?? props.error}
          filter={typingOf('imei')}
          hint={i18n.t('Dial *#06# on the phone to see it: 15 digits.')}
          inputMode="numeric"
          label={i18n.t('IMEI of your phone')}
          name="imei"
          onChange={(next) => {
            setFault(undefined);
            onChange(next);
          }}
          onEnter={() => void check()}
          optional
          spellCheck={false}
          value={value}
        />
        <Button
          // Level with the field, below its label.
          className="col-start-2 row-start-3 min-h-14"
          loading={loading}
          onClick={() => void check()}
          variant="secondary"
        >
          {i18n.t('Check')}
        </Button>
      </div>
      <div aria-live="polite">{known && <DeviceAnswer device={known} />}</div>
    </div>
  );
}

function DeviceAnswer({ device }: { device: Device }) {
  const tone = device.compatible ? 'border-good bg-good-soft' : 'border-fail bg-fail-soft';
  return (
    <div className={`mt-3 flex items-start gap-3 remark-shape px-4 py-3 ${tone}`}>
      <Flag className="mt-0.5" name={device.compatible ? 'success' : 'failure'} size={24} />
      <div>
        <p>{device.message}</p>
        {device.warning && <p className="mt-1 text-fine">{device.warning}</p>}
      </div>
    </div>
  );
}
