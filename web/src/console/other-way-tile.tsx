/** Between two ways to say who one is. */
export function OtherWayTile() {
  return (
    <p className="my-4 flex items-center gap-3 text-fine text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
}
