import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type PersonToCall, ToCall } from "./to-call.tsx";

const person = (_id: string, userName: string, phone: string | null): PersonToCall => ({
  _id,
  userName,
  phone,
  mailedTo: null,
  state: "joined",
});
const read = (...people: PersonToCall[]) => renderToStaticMarkup(createElement(ToCall, { people }));

describe("the list of people to call", () => {
  it("names each with a number to tap, or says that there is none", () => {
    const html = read(person("1", "Amara Okafor", "+44 20 7946-0958"), person("2", "Tom Ito", null));
    expect(html).toContain("But 2 people get no e-mail from us. Please call them:");
    expect(html).toMatch(/Amara Okafor<\/span><a href="tel:\+442079460958"[^>]*>\+44 20 7946-0958<\/a>/);
    expect(html).toMatch(/Tom Ito<\/span><span[^>]*>no phone number<\/span>/);
    expect(html.match(/tel:/g)).toHaveLength(1);
  });

  it("is empty if everybody has an e-mail address", () => {
    expect(read()).toBe("");
  });
});
