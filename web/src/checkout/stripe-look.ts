import type { Appearance, CustomFontSource } from '@stripe/stripe-js';

/** The brand's look for a form in the provider's frame, as the stylesheet has it at `place` now. */
export function lookAt(place: Element): Appearance {
  const probe = document.createElement('span');
  place.append(probe);
  const style = getComputedStyle(probe);
  const color = (name: string) => {
    probe.style.color = `var(--${name})`;
    return style.color;
  };
  const size = (name: string) => {
    probe.style.fontSize = `var(--${name})`;
    return style.fontSize;
  };
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const edge = `${value('stroke')} solid`;
  const look: Appearance = {
    theme: 'flat',
    labels: 'above',
    variables: {
      colorPrimary: color('action'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: color('ink-soft'),
      colorTextPlaceholder: color('ink-soft'),
      colorDanger: color('fail'),
      iconColor: color('ink-soft'),
      fontFamily: value('font-text-family'),
      fontSizeBase: size('step-body'),
      fontSizeSm: size('step-body'),
      borderRadius: value('radius-control-size'),
      gridRowSpacing: '24px',
      gridColumnSpacing: '24px',
    },
    rules: {
      '.Input': {
        backgroundColor: color('surface'),
        border: `${edge} ${color('edge')}`,
        boxShadow: 'none',
        padding: '15px 16px',
      },
      '.Input:hover': { borderColor: color('ink') },
      '.Input:focus': {
        borderColor: color('ink'),
        boxShadow: `0 0 0 3px ${color('focus')}`,
        outline: `2px solid ${color('focus-edge')}`,
      },
      '.Input--invalid': {
        border: `${edge} ${color('fail')}`,
        boxShadow: `inset 0 0 0 1px ${color('fail')}`,
      },
      '.Label': { color: color('ink'), fontWeight: value('strong-weight'), marginBottom: '6px' },
      '.Error': { fontSize: size('step-fine'), marginTop: '8px' },
      '.Tab': { backgroundColor: color('surface'), border: `${edge} ${color('edge')}` },
      '.Tab--selected': {
        backgroundColor: color('action-soft'),
        border: `${edge} ${color('action')}`,
        color: color('ink'),
      },
    },
  };
  probe.remove();
  return look;
}

/** The files of the text's font, for a frame that has none of our stylesheets. */
export function fontsAt(place: Element): CustomFontSource[] {
  const [first = ''] = getComputedStyle(place).getPropertyValue('--font-text-family').split(',');
  const family = bare(first);
  return [...document.styleSheets].flatMap((sheet) =>
    [...rulesOf(sheet)].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return [];
      const own = (name: string) => rule.style.getPropertyValue(name);
      const file = /url\(["']?([^"')]+)/.exec(own('src'))?.[1];
      if (!file || bare(own('font-family')) !== family) return [];
      const src = `url(${new URL(file, sheet.href ?? document.baseURI).href})`;
      const weight = own('font-weight');
      return [{ family, src, display: 'swap', ...(weight && { weight }) }];
    }),
  );
}

const bare = (name: string) => name.trim().replaceAll(/^["']|["']$/g, '');

/** Empty for a sheet of another site. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
