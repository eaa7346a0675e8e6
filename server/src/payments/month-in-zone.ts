/**
 * The moment a month begins in a time zone. Month 12 is January of the year after.
 * @param month 0 to 12
 */
export function monthInZone(year: number, month: number, timeZone: string): Date {
  const asUtc = Date.UTC(year, month, 1);
  // The zone's distance from UTC at about that moment, then once more at the moment found.
  const guess = new Date(asUtc - zoneOffset(new Date(asUtc), timeZone));
  return new Date(asUtc - zoneOffset(guess, timeZone));
}

function zoneOffset(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at.getTime() / 1000) * 1000;
}
