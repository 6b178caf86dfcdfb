import type { Context } from "hono";
import { html } from "hono/html";
import { say } from "#messages/say.ts";
import { popupPage } from "./popup-page.ts";

type Person = { sub: string; name: string; email: string };

/** The page for choosing a person, or none (''); each choice is a link, so that it needs no script. */
export function choicePage(c: Context, people: Person[], linkFor: (sub: string) => string): Promise<Response> {
  return popupPage(
    c,
    say("stand_in.title"),
    html`<body>
      <main>
        <h1>${say("stand_in.title")}</h1>
        <p>${say("stand_in.text")}</p>
        <h2>${say("stand_in.who")}</h2>
        <ul>
          ${people.map(
            ({ sub, name, email }) =>
              html`<li>
                <a href="${linkFor(sub)}">${say("stand_in.choose", { name })} <small>${email}</small></a>
              </li>`,
          )}
        </ul>
        <a href="${linkFor("")}">${say("stand_in.cancel")}</a>
      </main>
    </body>`,
  );
}

/** The page for people who come here without pressing our button. */
export const refusalPage = (c: Context): Promise<Response> =>
  popupPage(
    c,
    say("stand_in.title"),
    html`<body>
      <main>
        <h1>${say("stand_in.title")}</h1>
        <p>${say("stand_in.refused")}</p>
      </main>
    </body>`,
    400,
  );
