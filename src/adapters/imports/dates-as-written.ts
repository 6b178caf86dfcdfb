/** Dates of a calendar as its standard has them: whole days, moments, or stretches from one moment to another or of a length. */
export type WrittenDates = { type: "date" | "date-time" | "period"; dates: string[] };

/**
 * Dates of a calendar in the spelling of its standard, whatever they are called there: a day that is not said to be one, dashes and
 * colons, no seconds, and how far a clock is ahead.
 * @throws Error for what is no date, and for days among moments
 */
export function writtenDates(value: string): WrittenDates {
  const dates = value
    .split(",")
    .map((date) => date.trim())
    .filter((date) => date !== "")
    .map((date) => (date.includes("/") ? written(date.slice(0, date.indexOf("/"))) + endOf(date) : written(date)));
  const types = new Set(
    dates.map((date) => (date.includes("/") ? "period" : date.includes("T") ? "date-time" : "date")),
  );
  const [type = "date-time"] = types;
  if (types.size > 1) throw new Error("There are days among moments.");
  return { type, dates };
}

function endOf(period: string): string {
  const end = period.slice(period.indexOf("/") + 1).trim();
  return `/${/^[+-]?P/i.test(end) ? end.toUpperCase() : written(end)}`;
}

/** One date: '20261205', '20261205T100000' or '20261205T100000Z'. @throws Error where the text is not a date */
function written(date: string): string {
  const [, year = "", month = "", day = "", hour, minute = "00", second = "00", zone = ""] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(date) ??
    [];
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // The 30th of February is the 2nd of March to a clock, and no day to people.
  if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(day)) throw new Error("It is no date.");
  if (hour === undefined) return year + month + day;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  if (!isClock && hour + minute + second !== "240000") throw new Error("It is no time.");
  const ahead = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const clock = hour + minute + (second === "60" ? "59" : second);
  if (!ahead) return `${year}${month}${day}T${clock}${zone.toUpperCase()}`;
  const minutes = Number(`${ahead[1]}1`) * (Number(ahead[2]) * 60 + Number(ahead[3]));
  moment.setUTCHours(Number(hour), Number(minute) - minutes, Number(clock.slice(4)));
  return moment.toISOString().replace(/[-:]|\.\d+/g, "");
}
