import { encode } from 'uqr';
import { classes } from './classes.ts';

interface QrProps {
  text: string;
  label: string;
  size?: number | undefined;
  className?: string | undefined;
}

/** Always dark on light: many cameras read nothing else. */
export function Qr({ text, label, size = 168, className }: QrProps) {
  const code = encode(text, { ecc: 'M', border: 3 });
  let path = '';
  code.data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) path += `M${x} ${y}h1v1h-1z`;
    });
  });
  return (
    <svg
      aria-label={label}
      className={classes('rounded-control [forced-color-adjust:none]', className)}
      height={size}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${code.size} ${code.size}`}
      width={size}
    >
      <path d={`M0 0h${code.size}v${code.size}h-${code.size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
