import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const problemsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("the site's own texts", () => {
  it("are our examples by default, and omitted if set to an empty value", () => {
    expect(readConfig({}).site).toEqual({});
    expect(readConfig({ SITE_PHONE: "", SITE_SOCIAL: " ", SITE_MEMBERS: "" }).site).toEqual({
      phone: "",
      social: [],
      members: "",
    });
  });

  it("are used as given", () => {
    const environment = {
      SITE_POSTAL_ADDRESS: "Rathausplatz 1, 48143 Münster",
      SITE_PHONE: "+49 251 000000",
      SITE_EMAIL: "ehrenamt@city.example",
      SITE_YEAR: "2024–2026",
      SITE_MEMBERS: "3,400",
      SITE_EVENTS: "120",
      SITE_CITIES: "1",
      SITE_SOCIAL: "Mastodon https://social.example/@city, Video site https://video.example/city",
    };
    expect(readConfig(environment).site).toEqual({
      postalAddress: environment.SITE_POSTAL_ADDRESS,
      phone: environment.SITE_PHONE,
      email: environment.SITE_EMAIL,
      year: environment.SITE_YEAR,
      members: "3,400",
      events: "120",
      cities: "1",
      social: [
        { name: "Mastodon", to: "https://social.example/@city" },
        { name: "Video site", to: "https://video.example/city" },
      ],
    });
  });

  it.each([
    ["SITE_POSTAL_ADDRESS", "x".repeat(121), "has to be one line of at most 120 characters"],
    ["SITE_PHONE", "1\n2", "has to be one line"],
    ["SITE_EMAIL", "city", "is 'city'; it has to be an e-mail address"],
    ["SITE_YEAR", "now", "is 'now'; it has to be a year"],
    ["SITE_SOCIAL", "Mastodon", "it has to be up to 8 names, each with an address"],
    ["SITE_SOCIAL", "https://social.example/@city", "each with an address"],
    ["SITE_SOCIAL", "Mastodon javascript:alert(1)", "each with an address"],
    ["SITE_SOCIAL", Array.from({ length: 9 }, (_, n) => `N${n} https://x.example/`).join(","), "up to 8 names"],
  ])("are rejected for %s with '%.30s'", (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toMatch(new RegExp(`^${name} .*${sentence}`));
  });
});
