/**
 * A time zone in which it is now between 8:50 and 9:50 in the morning: an offer of half a day expires there before the
 * night.
 */
export function morningZone(): string {
  const ahead = 9 - new Date(Date.now() + 10 * 60_000).getUTCHours();
  // No zone is further behind than 12 hours.
  const hours = ahead < -12 ? ahead + 24 : ahead;
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}
