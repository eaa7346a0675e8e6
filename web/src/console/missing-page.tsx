import { TextLink } from '../ui/text-link.tsx';

export function MissingPage() {
  return (
    <section className="flex flex-col items-start gap-3">
      <h1 className="text-title">There is no such page.</h1>
      <p>It may have moved, or your role does not open it.</p>
      <TextLink to="/">To the start</TextLink>
    </section>
  );
}
