/** So long is a period of a line. A month that is paid for is one of them, none of the calendar. */
export const PERIOD_DAYS = 30;
