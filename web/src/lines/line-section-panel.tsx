import { useLingui } from '@lingui/react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TextLink } from '../ui/text-link.tsx';
import { useHashTarget } from './use-hash-target.ts';

interface Place {
  readonly id: string;
  readonly title: string;
  readonly heading: HTMLElement;
}
type Enlist = (place: Place) => () => void;

const EnlistContext = createContext<Enlist>(() => () => {});
const PlacesContext = createContext<readonly Place[]>([]);

/** Knows which sections a line's page has, for {@link OnThisPage}. */
export function LineSections({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [enlist] = useState((): Enlist => (place) => {
    setPlaces((others) => [...others, place].sort(inOrder));
    return () => setPlaces((all) => all.filter((one) => one !== place));
  });
  return (
    <EnlistContext value={enlist}>
      <PlacesContext value={places}>{children}</PlacesContext>
    </EnlistContext>
  );
}

const inOrder = (a: Place, b: Place) =>
  a.heading.compareDocumentPosition(b.heading) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

interface LineSectionProps {
  /** Of its heading; links and emails lead to it. */
  id: string;
  title: string;
  /** A badge. */
  aside?: ReactNode;
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** One section of a line's page. */
export function LineSection({ id, title, aside, heading, children }: LineSectionProps) {
  const own = useRef<HTMLHeadingElement>(null);
  const place = heading ?? own;
  const enlist = use(EnlistContext);
  useHashTarget(`#${id}`, place);
  useLayoutEffect(
    () => (place.current ? enlist({ id, title, heading: place.current }) : undefined),
    [enlist, id, title, place],
  );
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="scroll-mt-24 text-title" id={id} ref={place} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The page is long: a link to each of its sections. */
export function OnThisPage() {
  const { i18n } = useLingui();
  const places = use(PlacesContext);
  if (places.length < 3) return null;
  return (
    <nav aria-labelledby="on-this-page" className="-mt-6 border-y py-2 print:hidden">
      <p className="pt-2 text-fine text-ink-soft" id="on-this-page">
        {i18n.t('On this page')}
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {places.map(({ id, title }) => (
          <li key={id}>
            <TextLink className="inline-flex min-h-11 items-center" to={{ hash: id }}>
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
