import { useLingui } from '@lingui/react';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/** Shown once. */
export function RecoveryCodesPanel({ codes }: { codes: readonly string[] }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  const text = codes.join('\n');
  return (
    <>
      <p>
        {i18n.t(
          'If you lose your device, one of these codes opens your account. Each works once. Keep them where you keep important papers: we never show them again.',
        )}
      </p>
      <ol
        aria-label={i18n.t('Recovery codes')}
        className="mt-5 grid gap-x-4 gap-y-2 border-y py-4 font-strong whitespace-nowrap tabular-nums select-all xs:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-x-3">
        <CopyButton className="-ms-3" text={text} variant="quiet" />
        <Button
          icon="download"
          onClick={() => saveFile(`${brand.id}-recovery-codes.txt`, `${text}\n`)}
          variant="quiet"
        >
          {i18n.t('Save as a file')}
        </Button>
      </div>
    </>
  );
}

function saveFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
