import { type Ref, useId } from 'react';
import { FieldFrame, type FrameProps, describedBy } from '../ui/field-frame.tsx';

interface FileFieldProps extends FrameProps {
  name: string;
  onChange: (file: File | undefined) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Phones offer their camera, too, and give a picture as JPEG. */
export function FileField({ name, onChange, ref, ...frame }: FileFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...frame} id={id}>
      <input
        accept="application/pdf,image/jpeg,image/png"
        aria-describedby={describedBy(id, frame)}
        aria-invalid={frame.error ? true : undefined}
        className="control w-full px-3 py-2.5 file:me-3 file:rounded-control file:border file:border-solid file:border-edge file:bg-fog file:px-3 file:py-1.5 file:font-strong file:text-ink"
        data-invalid={frame.error ? true : undefined}
        id={id}
        name={name}
        onChange={(event) => onChange(event.target.files?.[0])}
        ref={ref}
        type="file"
      />
    </FieldFrame>
  );
}
