/** A lesson while the server cannot be reached: its words, which the service worker has; the battle has to wait. */

import { fill, h } from "../common/dom.js";
import { withoutBraces } from "../common/wording.js";
import { call } from "../connection/api.js";

/** @import { LessonDocument } from "../types.js" */

/** Show it; whether there was one. @param {HTMLElement} root @param {string} slug @param {number} number */
export async function showLesson(root, slug, number) {
  /** @type {LessonDocument | null} */ const lesson = await call("GET", `api/games/${slug}/lessons/${number}`).catch(() => null);
  if (!lesson) return false;
  fill(root, h("main.lobby", { "data-testid": "lesson-to-read" },
    h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, lesson.title)),
    h("p.notice", null, "The server cannot be reached: read the lesson now, and play it when you are back. ", h("a", { href: `#/rules/${slug}` }, "The rules"), " can be read, too."),
    lesson.steps.map((step) => h("section.sheet", null, h("h2", null, step.title), h("p", null, withoutBraces(step.say))))));
  return true;
}
