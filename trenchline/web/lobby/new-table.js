/** A new table: game, scenario, options, who sits where, which dice. */

import { fill, h } from "../common/dom.js";
import { companies, isCompany } from "../common/scenarios.js";
import { changesSeats, Seating, usualOptions } from "../common/seating.js";
import { capital } from "../common/wording.js";
import { companyChoice, thumbnail } from "./game-card.js";
import { catalogue, LEVELS, myName, setMyName, startTable } from "./start-table.js";

/** @import { Bot, Child, GameInfo } from "../types.js" */

const LEVEL = "trenchline.level";
const USUAL = "sergeant"; // quick, and no pushover

/** The opponent chosen last on this device, or the usual one. @param {Bot[]} players */
export function usualBot(players) {
  const last = localStorage.getItem(LEVEL);
  return players.find((p) => p.id === last) ?? players.find((p) => p.id === USUAL) ?? players[0];
}

/** A level in a sentence. @param {Bot | undefined} bot */
function aboutBot(bot) {
  return bot?.about ? `${bot.title}: ${bot.about}.` : "";
}

/** The choice of an opponent, with what each is like. @param {Bot[]} players */
export function levelChoice(players) {
  let chosen = usualBot(players);
  const about = h("p.faint.about", { "aria-live": "polite", "data-testid": "level-about" }, aboutBot(chosen));
  const element = h("fieldset.levels", null, h("legend", null, "Against the computer"),
    h("div.segments", null, players.map((p) => h("label", null, h("input", {
      type: "radio", name: "level", value: p.id, checked: p === chosen, "data-testid": `level-${p.id}`,
      onchange: () => {
        chosen = p;
        localStorage.setItem(LEVEL, p.id);
        fill(about, aboutBot(p));
      },
    }), h("span", null, p.title)))), about);
  return { element: players.length ? element : null, value: () => chosen };
}

/**
 * Who sits where.
 * @param {GameInfo} game @param {Bot[]} players
 * @param {Iterable<string>} [on] the options that are on: some change who sits at the table
 * @param {Record<string, string>} [before] what was chosen for seats that may still be there
 */
export function seatChoice(game, players, on = usualOptions(game), before = {}) {
  const usual = usualBot(players);
  const seating = new Seating(game, on);
  const names = seating.seats.map((seat) => seat.name);
  const selects = names.map((name, i) => /** @type {HTMLSelectElement} */ (h("select", { "data-testid": `seat-${name}`, "aria-label": `Who plays ${name}`, "aria-describedby": `about-${name}`, onchange: () => tell(i) },
    h("option", { value: "me" }, "I do, here"),
    h("option", { value: "friend" }, "A friend, by link"),
    players.map((p) => h("option", { value: `bot:${p.id}`, selected: (i > 0 && p === usual) || null }, `The computer: ${p.title}`)))));
  selects.forEach((select, i) => (select.value = before[names[i]] ?? select.value));
  const abouts = names.map((name) => h("small", { id: `about-${name}`, "data-testid": `about-${name}` }));
  const tell = (/** @type {number} */ i) => {
    const bot = players.find((p) => selects[i].value === `bot:${p.id}`);
    fill(abouts[i], bot?.about ? capital(`${bot.about}.`) : "");
  };
  selects.forEach((_, i) => tell(i));
  const swap = () => {
    const values = selects.map((select) => select.value);
    selects.forEach((select, i) => (select.value = values[(i + values.length - 1) % values.length]));
    selects.forEach((_, i) => tell(i));
  };
  const two = names.length < 3;
  const element = h("div.seat-choice", null, names.map((name, i) => h("label", seating.colours(name), h("b", null, capital(name)), h("span", null, selects[i], abouts[i]))),
    h("button", { type: "button", "data-testid": "swap", onclick: swap }, two ? "Swap sides" : "Change seats"),
    h("p.faint", null, two ? "Both sides \u201cI do, here\u201d is hot seat: two players, one device." : "Several seats \u201cI do, here\u201d is hot seat: several players, one device."));
  return { element, value: () => Object.fromEntries(names.map((name, i) => [name, selects[i].value])) };
}

/** The form, begun with what a card or a link has chosen already. @param {HTMLElement} root @param {string} [slug] @param {string} [scenario] @param {string} [players] how many */
export async function openNewTable(root, slug, scenario, players) {
  const { games, players: bots } = await catalogue();
  let game = games.find((g) => g.slug === slug) ?? games[0];
  let company = companies(game).find(({ count }) => String(count) === players) ?? companies(game)[0];
  let seats = seatChoice(game, bots);
  const clock = (await import("./clock-choice.js")).clockChoice(bots, USUAL);
  const seated = h("div");
  const form = /** @type {HTMLFormElement} */ (h("form.sheet.new-table", { "data-testid": "new-table-form" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target instanceof HTMLSelectElement) form.requestSubmit(); // browsers leave that out
  });
  draw(scenario);
  fill(root, h("main.lobby", null, h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, "A new table")), form));

  /** An option may change who sits at the table. */
  function reseat() {
    seats = seatChoice(game, bots, on(), seats.value());
    fill(seated, seats.element);
  }

  /** The options that are on: by themselves, or by the number of players. */
  function on() {
    return [...new FormData(form).getAll("option").map(String), ...company.on];
  }

  /** @param {string} [wanted] scenario */
  function draw(wanted) {
    seats = seatChoice(game, bots, [...usualOptions(game), ...company.on]);
    fill(seated, seats.element);
    const begin = game.scenarios.find((s) => s.id === wanted) ?? game.scenarios[0];
    const options = game.options.filter((o) => !isCompany(game, o.id));
    fill(form,
      h("fieldset.game-choice", null, h("legend", null, "Game"), games.map((g) => radio("game", g.slug, g === game, [thumbnail(g), h("span", null, h("b", null, g.title), h("small", null, g.summary))], () => {
        game = g;
        company = companies(g)[0];
        draw();
      }))),
      h("fieldset", null, h("legend", null, "Scenario"), game.scenarios.map((s) => radio("scenario", s.id, s === begin, [h("b", null, s.title), h("small", null, s.summary)]))),
      h("fieldset.who-plays", null, h("legend", null, "Who plays"),
        companyChoice(game, "new", company, (chosen) => {
          company = chosen;
          reseat();
        }), seated,
        h("div.listed-choice", null, tick("listed", "Anybody may join", "The table is put in the list of open tables; whoever comes first takes the seat. Otherwise only your link opens it."),
          h("label.level-wanted", null, "For whom ", h("select", { name: "wanted-level", "data-testid": "wanted-level" }, Object.entries(LEVELS).map(([value, title]) => h("option", { value }, title))))),
        tick("shown", "Anybody may watch", "The match is put in the list of matches to watch. Onlookers see nothing that is secret.")),
      clock.element,
      h("fieldset", null, h("legend", null, "Dice"),
        radio("dice", "server", true, [h("b", null, "The server rolls"), h("small", null, "Fair dice that can be checked: the seed is sealed before the first roll and opened at the end.")]),
        radio("dice", "hand", false, [h("b", null, "We roll and enter"), h("small", null, "Real dice on a real table; whoever rolls enters the faces.")])),
      options.length ? h("fieldset", null, h("legend", null, "Optional rules"), options.map((o) => h("label.option", null,
        h("input", { type: "checkbox", name: "option", value: o.id, checked: o.default, "data-testid": `option-${o.id}`, onchange: changesSeats(game, o.id) ? reseat : null }),
        h("span", null, h("b", null, o.title), ` ${o.summary}`, h("small", null, `Favours: ${o.favours} (${o.case})`))))) : null,
      h("label", null, "Your name", h("input", { type: "text", name: "name", maxlength: 40, value: myName(), autocomplete: "nickname", "data-testid": "name" })),
      h("button.primary.big", { type: "submit", "data-testid": "create" }, "Set up the table"));
  }

  function submit() {
    const data = new FormData(form);
    const chosen = new Set(on());
    setMyName(String(data.get("name") ?? ""));
    const bot = Object.values(seats.value()).find((who) => who.startsWith("bot:"));
    if (bot) localStorage.setItem(LEVEL, bot.slice(4));
    startTable({
      game: game.slug, scenario: data.get("scenario"), dice: data.get("dice"), name: myName(), seats: seats.value(),
      options: Object.fromEntries(game.options.map((o) => [o.id, chosen.has(o.id)])),
      listed: data.get("listed") === "on", level: data.get("wanted-level"), shown: data.get("shown") === "on",
      clock: Object.values(seats.value()).includes("friend") ? clock.value() : null,
    }, game.title);
  }
}

/** @param {string} name @param {string} title @param {string} what */
function tick(name, title, what) {
  return h("label.option", null, h("input", { type: "checkbox", name, "data-testid": name }), h("span", null, h("b", null, title), h("small", null, what)));
}

/** @param {string} name @param {string} value @param {boolean} on @param {Child} words @param {() => void} [act] */
function radio(name, value, on, words, act) {
  return h("label.option", null, h("input", { type: "radio", name, value, checked: on, "data-testid": `${name}-${value}`, onchange: act ?? null }), h("span", null, words));
}
