import { useLingui } from '@lingui/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** What is printed on SIM cards. */
const formats = ['code_128', 'code_39', 'itf', 'qr_code', 'data_matrix'];
const LOOK_EVERY_MS = 250;

const detectorClass = (): DetectorClass | undefined => {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  return typeof found === 'function' ? (found as DetectorClass) : undefined;
};

/** An ICCID in what a barcode says. */
const iccidIn = (text: string): string | undefined =>
  /(?<!\d)89\d{16,20}(?!\d)/.exec(text.replaceAll(/[\s-]/g, ''))?.[0];

/** Where the browser reads barcodes; typing always works. */
export function ScanCard({ onFound }: { onFound: (iccid: string) => void }) {
  const { i18n } = useLingui();
  const [canScan, setCanScan] = useState(false);
  const [state, setState] = useState<'off' | 'on' | 'failed'>('off');
  // Not while the server draws.
  useEffect(() => {
    setCanScan(detectorClass() !== undefined && 'mediaDevices' in navigator);
  }, []);
  if (!canScan) return null;
  return (
    <div className="mb-5">
      {state === 'on' && (
        <Camera
          onFailed={() => setState('failed')}
          onFound={(iccid) => {
            setState('off');
            onFound(iccid);
          }}
        />
      )}
      <Button onClick={() => setState(state === 'on' ? 'off' : 'on')} variant="secondary">
        {state === 'on' ? i18n.t('Stop the camera') : i18n.t('Scan the card')}
      </Button>
      <p aria-live="polite" className="mt-2 text-fine text-ink-soft empty:hidden">
        {state === 'on' && i18n.t('Hold the card’s barcode in front of the camera.')}
        {state === 'failed' && i18n.t('The camera didn’t start. Type the number instead.')}
      </p>
    </div>
  );
}

function Camera({ onFound, onFailed }: { onFound: (iccid: string) => void; onFailed: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef({ onFound, onFailed });
  useEffect(() => {
    report.current = { onFound, onFailed };
  });
  useEffect(() => {
    const Detector = detectorClass();
    const element = video.current;
    if (!Detector || !element) return undefined;
    const detector = new Detector({ formats });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const look = async () => {
      const codes = await detector.detect(element).catch(() => []);
      if (isOver) return;
      const iccid = codes.map(({ rawValue }) => iccidIn(rawValue)).find(Boolean);
      if (iccid) report.current.onFound(iccid);
      else timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop();
      element.srcObject = stream;
      await element.play();
      await look();
    };
    start().catch(() => {
      if (!isOver) report.current.onFailed();
    });
    return stop;
  }, []);
  return (
    <video
      className="mb-3 aspect-video w-full border bg-ground object-cover"
      muted
      playsInline
      ref={video}
    />
  );
}
