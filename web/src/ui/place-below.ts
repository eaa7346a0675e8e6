/**
 * Places a popover below or above its anchor and closes it when the page scrolls. Uses
 * `element.style`, which a strict style-src allows. @returns removes it
 */
export function placeBelow(popup: HTMLElement, anchor: HTMLElement, close: () => void): () => void {
  // In markup, browsers without popover would hide the menu forever.
  if ('showPopover' in popup) {
    popup.popover = 'manual';
    popup.showPopover();
  }
  const at = anchor.getBoundingClientRect();
  const below = window.innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const up = below < Math.min(popup.offsetHeight, 300) && above > below;
  popup.style.left = `${at.left}px`;
  popup.style.width = `${at.width}px`;
  popup.style.maxHeight = `${Math.max(140, Math.min(300, up ? above : below))}px`;
  if (up) popup.style.bottom = `${window.innerHeight - at.top + 4}px`;
  else popup.style.top = `${at.bottom + 4}px`;

  // The scroll event of before it opened may come late.
  const onScroll = (): void => {
    const { left, top } = anchor.getBoundingClientRect();
    if (Math.abs(left - at.left) > 1 || Math.abs(top - at.top) > 1) close();
  };
  window.addEventListener('scroll', onScroll, true);
  window.addEventListener('resize', close);
  return () => {
    window.removeEventListener('scroll', onScroll, true);
    window.removeEventListener('resize', close);
  };
}
