/** Who is told what has changed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../trenchline/web/play/store.js";

test("listeners hear of their values only, once for all that was set, in their order", () => {
  const store = new Store({ view: 1, past: null, chat: 0 });
  const heard = [];
  store.on(["view", "past"], () => heard.push(`map ${store.values.view} ${store.values.past}`));
  store.on(["chat"], () => heard.push("chat"));
  store.on(["view"], () => heard.push("forces"));
  store.set({ view: 2 });
  store.set({ past: 7 });
  assert.deepEqual(heard, [], "not before all of the change is there");
  store.tell();
  assert.deepEqual(heard, ["map 2 7", "forces"]);
  store.tell();
  assert.equal(heard.length, 2, "nothing is new");
});

test("who has left hears no more, and what a listener sets is told the next time", () => {
  const store = new Store({ view: 1, chat: 0 });
  const heard = [];
  const forget = store.on(["view"], () => heard.push("left"));
  store.on(["view"], () => store.set({ chat: 1 }));
  store.on(["chat"], () => heard.push("chat"));
  forget();
  store.set({ view: 2 });
  store.tell();
  assert.deepEqual(heard, []);
  store.tell();
  assert.deepEqual(heard, ["chat"]);
});

test("a value can be changed and told at once, and a change that stands elsewhere is told by its name", () => {
  const store = new Store({ selected: "", plans: null });
  const heard = [];
  store.on(["selected"], () => heard.push(`selected ${store.values.selected}`));
  store.on(["selected", "plans"], () => heard.push("orders"));
  store.change({ selected: "IR81" });
  store.touch("plans");
  assert.deepEqual(heard, ["selected IR81", "orders", "orders"]);
});
