import ICAL from "ical.js";
import { isBlank, isWebAddress } from "#domain/rules.ts";
import { momentIn } from "#domain/time-zones/rules.ts";
import type { ReadEvent, ReadSetting } from "#domain/ports.ts";
import { plainLine, plainText } from "./plain-text.ts";
import { nameIn, pointOf } from "./sorted.ts";
import type { Vevent } from "./vevent.ts";
import { dateIn, IanaZone, ianaZone } from "./zones.ts";

const day = 86_400_000;

/** Outlook's words before the title of a canceled event, in the languages that we know. */
const offWords =
  /^\s*(cancel+ed|cancel+ation|abgesagt|abgebrochen|annul[ée]e?|cancelad[oa]|annullat[oa]|geannuleerd|aflyst|inst[äa]llt|avlyst|peruutettu|odwo[łl]ano|odwo[łl]ane|zru[šs]eno|отменено|скасовано|ακυρώθηκε|取消|已取消)\s*[:：]\s*/iu;

type Setting = ReadSetting & { zone: string | null };

/** An event of a calendar. @throws Error if it is unreadable */
export class OneEvent {
  readonly vevent: Vevent;
  readonly setting: Setting;
  readonly begin: ICAL.Time;
  readonly uid: string;
  /** The zone of the event's beginning, for display; null if it names none that we know. */
  private readonly named: string | null;
  private readonly isFloating: boolean;

  constructor(vevent: Vevent, setting: Setting) {
    this.vevent = vevent;
    this.setting = setting;
    const recurrence = timeIn(vevent, "recurrence-id");
    const begin = timeIn(vevent, "dtstart");
    if (!begin || vevent.isBroken) throw new Error("no valid beginning");
    this.begin = begin;
    this.named = ianaZone(vevent.words.get("zone"));
    this.isFloating = begin.zone instanceof IanaZone && !this.named && !setting.zone;
    const uid = nameIn(nameOf(vevent, setting));
    this.uid = recurrence ? `${uid}#${dateIn(recurrence)}` : uid;
  }

  get isCancelled(): boolean {
    if (/^cancel+ed$/i.test(this.word("status"))) return true;
    const isFree =
      /^free$/i.test(this.word("x-microsoft-cdo-busystatus")) || /^transparent$/i.test(this.word("transp"));
    return isFree && offWords.test(this.word("summary"));
  }

  get repeats(): boolean {
    return this.vevent.component.hasProperty("rrule") || this.vevent.component.hasProperty("rdate");
  }

  /** True if the event repeats more often than daily: people do not attend such events. */
  get repeatsOften(): boolean {
    const rules = this.vevent.component
      .getAllProperties("rrule")
      .map((rule) => rule.getFirstValue() as unknown as ICAL.Recur);
    return rules.some(({ freq }) => ["SECONDLY", "MINUTELY", "HOURLY"].includes(freq));
  }

  /** The known details of a canceled event. */
  get cancellation() {
    const { uid, repeats } = this;
    const title = plainLine(this.word("summary").replace(offWords, ""));
    return { uid, title, location: this.location, begin: this.momentOf(this.begin), isSeries: repeats };
  }

  /** The title on one line; '' for none. */
  get title(): string {
    return plainLine(this.word("summary"));
  }

  /** The zone in which the event's times are shown. */
  private get zone(): string {
    return this.named ?? this.setting.zone ?? this.setting.timeZone;
  }

  private get location(): string {
    return plainLine(this.word("location")) || plainLine(this.word("x-apple-place"));
  }

  /**
   * Returns the event, or one date of it.
   * @param length in milliseconds, of a date that has its own
   * @throws Error if it has no title
   */
  event(uid = this.uid, start = this.begin, length = this.length()): ReadEvent {
    const begin = this.momentOf(start);
    const { title } = this;
    if (isBlank(title)) throw new Error("no title");
    const isAllDay = start.isDate || /^true$/i.test(this.word("x-microsoft-cdo-alldayevent"));
    return {
      uid,
      title,
      location: this.location,
      description: this.description,
      page: pageOf(this.word("url")),
      begin,
      end: length === null ? null : new Date(begin.getTime() + length),
      timeZone: this.zone,
      isAllDay,
      isFloating: this.isFloating,
      isPrivate: !/^(public)?$/i.test(this.word("class")),
      spots: null,
      point: this.point,
    };
  }

  /** Its description; if missing, the version for readers of HTML. */
  private get description(): string {
    const words = ["description", "x-alt-desc", "styled-description"].map((name) => plainText(this.word(name)));
    return words.find((some) => some !== "") ?? "";
  }

  /** The position from GEO, which has two numbers, or from Apple's pin. */
  private get point(): ReadEvent["point"] {
    const geo = numbersIn(this.word("geo"));
    const pin = /^geo:/i.test(this.word("x-apple-point")) ? numbersIn(this.word("x-apple-point").slice(4)) : null;
    return geo ?? pin;
  }

  /** Converts a time; a day begins with its first minute. @throws Error for an invalid time */
  momentOf(time: ICAL.Time): Date {
    const moment = time.isDate ? momentIn(this.zone, dateIn(time), "00:00") : new Date(time.toUnixTime() * 1000);
    if (moment === null || Number.isNaN(moment.getTime())) throw new Error("invalid time");
    return moment;
  }

  /**
   * Returns its length in milliseconds; null if not given. A day without an end, or with the same end, is a single day.
   */
  private length(): number | null {
    const end = timeIn(this.vevent, "dtend");
    const duration = this.vevent.component.getFirstPropertyValue("duration");
    const length = end
      ? this.momentOf(end).getTime() - this.momentOf(this.begin).getTime()
      : duration instanceof ICAL.Duration
        ? duration.toSeconds() * 1000
        : null;
    return this.begin.isDate && !(length !== null && length > 0) ? day : length;
  }

  private word(name: string): string {
    return this.vevent.words.get(name) ?? "";
  }
}

/**
 * Returns the id of an event: its own identifier, prefixed by its calendar if it is only a number; without one, title
 * and time.
 */
function nameOf(vevent: Vevent, { address }: ReadSetting): string {
  const uid = uidOf(vevent);
  if (uid.length >= 12 || uid.includes("@")) return uid;
  const rest = uid || `${vevent.words.get("summary") ?? ""} ${String(timeIn(vevent, "dtstart") ?? "")}`;
  return `${address ?? ""} ${rest}`;
}

export const uidOf = ({ words }: Vevent): string => words.get("uid") ?? "";

export function timeIn({ component }: Vevent, property: string): ICAL.Time | null {
  const value = component.getFirstPropertyValue(property) as unknown;
  return value instanceof ICAL.Time ? value : null;
}

function numbersIn(text: string): ReadEvent["point"] {
  const [lat = NaN, lon = NaN] = text.split(/[,;]/).map(Number.parseFloat);
  return pointOf(lat, lon);
}

const pageOf = (text: string): string => (/^https?:\/\/\S{1,1000}$/.test(text) && isWebAddress(text) ? text : "");
