import type { HomeWords } from '@portside/contract/content';
import { BrandPicture } from '../api/brand-picture.tsx';
import { Icon } from '../ui/icon.tsx';

export function BringNumber({ words }: { words: HomeWords['bringNumber'] }) {
  return (
    <section
      aria-labelledby="bring-your-number"
      className="page grid gap-x-16 gap-y-8 py-20 md:grid-cols-2 md:py-28"
    >
      <div>
        <h2 className="scroll-mt-8 text-display" id="bring-your-number">
          {words.title}
        </h2>
        <p className="measure mt-5 text-lead">{words.text}</p>
        <BrandPicture
          className="mt-8 w-full aspect-video max-w-xl rounded-tile bg-fog"
          name="bring-number"
        />
      </div>
      <div className="border-t-4 border-action pt-5">
        <h3 className="text-title">{words.needsTitle}</h3>
        <ul className="mt-4">
          {words.needs.map((need) => (
            <li className="flex gap-3 border-b py-3" key={need}>
              <Icon className="text-action" name="check" />
              {need}
            </li>
          ))}
        </ul>
        <p className="measure mt-4 text-fine text-ink-soft">{words.note}</p>
      </div>
    </section>
  );
}
