import { useLingui } from '@lingui/react';
import { Flag, type FlagName } from '../ui/flag.tsx';

/** Only where every adapter is simulated. */
export function DemoPeople({ onChoose }: { onChoose: (email: string) => void }) {
  const { i18n } = useLingui();
  const people: { name: string; flag: FlagName; has: string }[] = [
    { name: 'Maya', flag: 'active', has: i18n.t('one active line, two cards, seven orders') },
    { name: 'Omar', flag: 'pending', has: i18n.t('nothing yet') },
    { name: 'Ines', flag: 'suspended', has: i18n.t('a transfer that has to be sent again') },
    { name: 'Lee', flag: 'ended', has: i18n.t('a line, and a session that has expired') },
  ];
  return (
    <section aria-labelledby="demo" className="h-fit rounded-tile bg-fog p-6 md:p-8">
      <h2 className="text-title" id="demo">
        {i18n.t('Demo people')}
      </h2>
      <p className="mt-1 text-ink-soft">
        {i18n.t('This shop is a sandbox. Everybody’s password is')}{' '}
        <code className="block font-strong text-ink">Harbor1!</code>
      </p>
      <ul className="mt-4 border-t">
        {people.map(({ name, flag, has }) => {
          const email = `${name.toLowerCase()}@example.com`;
          return (
            <li className="border-b" key={email}>
              <button
                className="flex w-full items-center gap-4 py-3 text-start motion hover:text-action"
                onClick={() => onChoose(email)}
                type="button"
              >
                <Flag name={flag} size={32} />
                <span className="min-w-0">
                  <span className="block font-strong break-words">
                    {name}, {email}
                  </span>
                  <span className="block text-fine text-ink-soft">{has}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
