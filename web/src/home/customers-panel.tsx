import type { HomeWords } from '@portside/contract/content';

export function Customers({ words }: { words: HomeWords['customers'] }) {
  if (!words) return null;
  return (
    <section aria-labelledby="customers" className="page py-20 md:py-28">
      <h2 className="text-display" id="customers">
        {words.title}
      </h2>
      <ul className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {words.items.map(({ quote, who }) => (
          <li className="border-t-4 border-mark pt-5" key={quote}>
            <figure>
              <blockquote className="text-lead">{quote}</blockquote>
              <figcaption className="mt-3 text-fine text-ink-soft">{who}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {words.note && <p className="measure mt-8 text-fine text-ink-soft">{words.note}</p>}
    </section>
  );
}
