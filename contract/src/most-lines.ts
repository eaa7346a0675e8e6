/** Of one purchase (P03). A brand may allow fewer: `cart.lines` in its settings. */
export const MOST_LINES = 5;
