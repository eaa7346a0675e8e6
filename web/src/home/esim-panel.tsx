import type { HomeWords } from '@portside/contract/content';
import { BrandPicture } from '../api/brand-picture.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

const icons: readonly IconName[] = ['esim', 'sim', 'phone'];

export function Esim({ words }: { words: HomeWords['esim'] }) {
  const ways = words.items.map((way, at) => ({ ...way, icon: icons[at] ?? 'check' }));
  return (
    <section aria-labelledby="esim" className="page border-t py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-[2fr_3fr]">
        <div>
          <h2 className="text-display" id="esim">
            {words.title}
          </h2>
          <BrandPicture
            className="mt-8 w-full aspect-video max-w-xl rounded-tile bg-fog"
            name="esim-phone"
          />
        </div>
        <ul>
          {ways.map(({ icon, title, text }) => (
            <li className="flex gap-5 border-b py-6 first:pt-0 last:border-0" key={title}>
              <Icon className="mt-0.5 text-action" name={icon} size={32} />
              <div>
                <h3 className="text-title">{title}</h3>
                <p className="measure mt-1 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
