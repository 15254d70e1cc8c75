/** Who has Space and Enter: a control takes them only if it was reached with the keyboard. A click leaves no focus behind. */

const CONTROLS = "button, summary, a[href], [role=tab], [role=menuitem]";

/** @type {WeakSet<Element>} controls that the keyboard came to, as long as they have the focus */
const reached = new WeakSet();
let byKey = false; // how the last input was made

/** Whether the last input was a key. */
export function lastInputWasKey() {
  return byKey;
}

/** Whether a key on this element is for the control it is part of. @param {Element | null} element */
export function takesKeys(element) {
  const control = element?.closest(CONTROLS);
  return Boolean(control && reached.has(control));
}

/** Whether the element is part of a control, however it was reached. @param {Element} element */
export function isControl(element) {
  return Boolean(element.closest(CONTROLS));
}

/** Begin to watch; once for the page. */
export function watchFocus() {
  document.addEventListener("pointerdown", () => (byKey = false), true);
  document.addEventListener("keydown", () => (byKey = true), true);
  document.addEventListener("focusin", ({ target }) => {
    if (byKey && target instanceof Element) reached.add(target);
    if (target instanceof Element) target.toggleAttribute("data-clicked", !byKey);
  });
  document.addEventListener("focusout", ({ target }) => target instanceof Element && reached.delete(target));
  document.addEventListener("click", (event) => {
    const control = event.target instanceof Element && event.target.closest(CONTROLS);
    if (event.detail && control && control === document.activeElement && !control.closest("dialog")) /** @type {HTMLElement} */ (control).blur();
  });
}
