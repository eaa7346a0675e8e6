import type { PublicBrand } from '@portside/contract/brand';
import type { Language } from '@portside/contract/language';
import type { HydrationState, StaticHandlerContext } from 'react-router';

export interface PageState {
  readonly brand: PublicBrand;
  readonly language: Language;
  readonly hydration: HydrationState;
}

const ID = 'page-state';

/** JSON that no browser runs. */
export function pageState(page: {
  brand: PublicBrand;
  language: Language;
  context: StaticHandlerContext;
}): string {
  const { loaderData, errors } = page.context;
  const state: PageState = {
    brand: page.brand,
    language: page.language,
    hydration: { loaderData, errors: errors && plain(errors) },
  };
  const json = JSON.stringify(state).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${ID}">${json}</script>`;
}

export function readPageState(): PageState {
  return JSON.parse(document.getElementById(ID)?.textContent ?? '') as PageState;
}

/** Only the status: no stack or cause leaves the server. */
function plain(errors: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      { status: (error as { status?: unknown } | null)?.status ?? 500 },
    ]),
  );
}
