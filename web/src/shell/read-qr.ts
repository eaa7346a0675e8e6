/** Drawn by the server, so that it is not sent twice. */
export function readQr(): string {
  const drawing = document.getElementById('app-qr');
  const size = drawing?.getAttribute('viewBox')?.split(' ')[2] ?? '1';
  return `${size} ${drawing?.lastElementChild?.getAttribute('d') ?? ''}`;
}
