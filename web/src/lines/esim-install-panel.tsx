import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import type { viewEsim } from '@portside/contract/sim';
import { Accordion } from '../ui/accordion.tsx';
import { Icon } from '../ui/icon.tsx';
import { Qr } from '../ui/qr.tsx';
import { CopyLine } from './copy-line-tile.tsx';

interface EsimInstallPanelProps {
  esim: OutputOf<typeof viewEsim>;
  /** Undefined on other screens. */
  inHand: 'ios' | 'android' | undefined;
}

export function EsimInstallPanel({ esim, inHand }: EsimInstallPanelProps) {
  const { i18n } = useLingui();
  const scan = (
    <div className="flex flex-col items-start gap-5 xs:flex-row">
      <Qr
        className="shrink-0"
        label={i18n.t('QR code that installs your eSIM')}
        size={196}
        text={esim.activationCode}
      />
      <ol className="grid list-decimal gap-2 ps-5">
        <li>{i18n.t('Open the camera of the phone that gets the eSIM.')}</li>
        <li>{i18n.t('Point it at this code and follow the steps on the phone.')}</li>
        <li>{i18n.t('No camera handy? Add the eSIM by hand in the phone’s settings.')}</li>
      </ol>
    </div>
  );
  const links = esim.installUrls;
  return (
    <>
      {inHand && links && (
        <div>
          <a
            className="press w-full border-transparent bg-action text-on-action"
            href={links[inHand]}
            rel="noreferrer"
          >
            <Icon name="phone" size={20} />
            {inHand === 'ios'
              ? i18n.t('Install on this iPhone')
              : i18n.t('Install on this Android phone')}
          </a>
          <p className="mt-2 text-fine text-ink-soft">
            {i18n.t('Your phone asks before it installs anything.')}
          </p>
        </div>
      )}
      {!inHand && scan}
      {esim.confirmationCode && (
        <dl className="mt-5 remark px-4 pt-1">
          <CopyLine
            label={i18n.t('Confirmation code, if your phone asks for one')}
            value={esim.confirmationCode}
          />
        </dl>
      )}
      <Accordion
        className="mt-6"
        items={[
          ...(inHand ? [{ title: i18n.t('Show a QR code for another phone'), body: scan }] : []),
          {
            title: i18n.t('Enter it by hand'),
            body: (
              <>
                <p className="mb-2 text-ink-soft">
                  {i18n.t('In your phone’s settings, add an eSIM and choose to enter the details.')}
                </p>
                <dl className="border-t">
                  <CopyLine label={i18n.t('SM-DP+ address')} value={esim.smdpAddress} />
                  {esim.matchingId && (
                    <CopyLine label={i18n.t('Activation code')} value={esim.matchingId} />
                  )}
                  {esim.confirmationCode && (
                    <CopyLine label={i18n.t('Confirmation code')} value={esim.confirmationCode} />
                  )}
                  <CopyLine label={i18n.t('All in one line')} value={esim.activationCode} />
                </dl>
              </>
            ),
          },
          ...(!inHand && links
            ? [
                {
                  title: i18n.t('Installing on this device'),
                  body: (
                    <div className="flex flex-wrap gap-3">
                      <InstallLink href={links.ios}>{i18n.t('iPhone or iPad')}</InstallLink>
                      <InstallLink href={links.android}>{i18n.t('Android')}</InstallLink>
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Sends no referrer. */
function InstallLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="press border-ink text-ink" href={href} rel="noreferrer">
      {children}
    </a>
  );
}
