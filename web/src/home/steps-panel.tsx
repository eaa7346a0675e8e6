import type { HomeWords } from '@portside/contract/content';

export function Steps({ words }: { words: HomeWords['steps'] }) {
  const { title: heading, items: steps } = words;
  return (
    <section aria-labelledby="steps" className="bg-fog py-20 md:py-28">
      <div className="page">
        <h2 className="text-display" id="steps">
          {heading}
        </h2>
        <ol className="mt-12 grid gap-x-10 gap-y-12 md:grid-cols-3">
          {steps.map(({ title, text }, at) => (
            <li className="relative" key={title}>
              <Mark number={at + 1} last={at === steps.length - 1} />
              <h3 className="mt-5 text-title">{title}</h3>
              <p className="measure mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Mark({ number, last }: { number: number; last: boolean }) {
  return (
    <div className="relative">
      <span
        className={`head relative grid size-14 place-items-center rounded-full border-2 border-ink text-title tabular-nums ${last ? 'bg-mark text-on-mark' : 'bg-ground'}`}
        aria-hidden="true"
      >
        {number}
      </span>
      {!last && (
        <span
          aria-hidden="true"
          className="absolute top-7 start-18 -end-6 hidden border-t-2 border-dashed border-ink md:block"
        />
      )}
    </div>
  );
}
