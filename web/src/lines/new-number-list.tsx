import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import { fields } from '@portside/contract/fields';
import { listNewNumbers } from '@portside/contract/new-numbers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useCan } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';

interface NewNumberListProps {
  zipCode: string;
  /** Empty: the network picks one. */
  value: string;
  error?: string | undefined;
  /** Chosen elsewhere on this page: neither offered again nor given away. */
  taken?: readonly string[];
  onChange: (mdn: string) => void;
}

/** A carrier offers about as many. */
const COMING = 6;

const none: readonly string[] = [];

/** P02: some numbers near the ZIP Code, held for this customer while they choose. */
export function NewNumberList(props: NewNumberListProps) {
  const { zipCode, value, error, taken = none, onChange } = props;
  const { i18n } = useLingui();
  const name = useId();
  const call = useCall();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const place = useRef(zipCode);
  const isPlace = fields.zipCode.safeParse(zipCode).success;
  const key = ['listNewNumbers', zipCode];
  // Without an answer the network picks one, as ever.
  const { data, isLoading } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listNewNumbers, { zipCode }, { signal, quiet: true }),
    enabled: useCan().has('chooseNumber') && isPlace,
    retry: false,
    staleTime: 60_000,
  });
  const offered = data?.numbers ?? [];
  const numbers = offered.filter(({ mdn }) => !taken.includes(mdn));
  const isOffered = numbers.some(({ mdn }) => mdn === value);
  // Only the server can say so: one that was ordered is kept, and offered no more.
  const isGone = value !== '' && error !== undefined && data !== undefined && !isOffered;
  // Others would be held instead of these.
  const isHeld = offered.length > numbers.length;
  const isKept = value !== '' && !isOffered && !isGone;
  /** Why the chosen one is not there any more. */
  const [lost, setLost] = useState<string>();
  const drop = useEffectEvent(() => {
    setLost(error);
    onChange('');
  });
  useEffect(() => {
    place.current = zipCode;
  }, [zipCode]);
  useEffect(() => {
    if (isGone) drop();
  }, [isGone]);
  // Their room is kept while they come: what is below must not move under a finger.
  if (numbers.length === 0 && !isLoading && !isKept) return null;

  async function showOthers() {
    setAsking(true);
    try {
      const others = await call(listNewNumbers, { zipCode, others: 'true' }, { shown: 'all' });
      client.setQueryData(key, others);
      // Another place may have been typed since, and a number near it chosen.
      if (place.current === zipCode) onChange('');
    } catch {
      // It was told.
    } finally {
      setAsking(false);
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <RadioCards
        cards={[
          {
            value: '',
            label: i18n.t('Any number'),
            detail: i18n.t('We’ll pick one near your ZIP Code.'),
          },
          // What is taken is shown.
          ...(isKept
            ? [
                {
                  value,
                  label: <span className="tabular-nums md:whitespace-nowrap">{phone(value)}</span>,
                },
              ]
            : []),
          ...numbers.map(({ mdn, town, state }) => ({
            value: mdn,
            label: <span className="tabular-nums md:whitespace-nowrap">{phone(mdn)}</span>,
            detail: `${town}, ${state}`,
          })),
        ]}
        className="w-full"
        columns={2}
        coming={isLoading ? COMING - (isKept ? 1 : 0) : 0}
        error={error ?? lost}
        legend={i18n.t('Choose a number. We hold these for you for 10 minutes.')}
        name={name}
        onChange={(mdn) => {
          setLost(undefined);
          onChange(mdn);
        }}
        value={isGone ? '' : value}
      />
      {!isHeld && (
        <Button
          className="-ms-3"
          icon="refresh"
          loading={asking || isLoading}
          onClick={() => void showOthers()}
          variant="quiet"
        >
          {i18n.t('Show other numbers')}
        </Button>
      )}
    </div>
  );
}
