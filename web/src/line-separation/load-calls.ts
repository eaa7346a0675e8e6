/** At the first touch: the page is shown without a call. */
export const loadCalls = () => import('@portside/contract/line-separation');
