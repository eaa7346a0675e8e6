import type { Trial } from '@portside/contract/trial';
import { Flag } from '../ui/flag.tsx';

/** Only in a trial, whose server knows them. */
export function DemoPeople(props: {
  people: NonNullable<Trial['people']>;
  onChoose: (email: string) => void;
}) {
  const { title, lead, password, all } = props.people;
  return (
    <section aria-labelledby="demo" className="h-fit rounded-tile bg-fog p-6 md:p-8">
      <h2 className="text-title" id="demo">
        {title}
      </h2>
      <p className="mt-1 text-ink-soft">
        {lead} <code className="block font-strong text-ink">{password}</code>
      </p>
      <ul className="mt-4 border-t">
        {all.map(({ name, email, flag, has }) => (
          <li className="border-b" key={email}>
            <button
              className="flex w-full items-center gap-4 py-3 text-start motion hover:text-action"
              onClick={() => props.onChoose(email)}
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
        ))}
      </ul>
    </section>
  );
}
