/* Text that is cut off or runs out of its box, anywhere on the page: each as "who: words". */
(() => {
  const found = [];
  const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")}`;
  const scrolls = (e) => e && e !== document.documentElement && (/(auto|scroll)/.test(getComputedStyle(e).overflowX + getComputedStyle(e).overflowY) ? e : scrolls(e.parentElement));
  const spared = "svg, canvas, [hidden], .hidden, .replay input, select"; // with all that is in them: a map has thousands of parts
  const parts = function* (root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, (e) => (e.matches(spared) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    while (walker.nextNode()) yield walker.currentNode;
  };
  for (const e of [...document.querySelectorAll("#page, dialog[open]")].flatMap((root) => [...parts(root)])) {
    const texts = [...e.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim());
    if (!texts.length || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.setStart(texts[0], 0);
    range.setEnd(texts.at(-1), texts.at(-1).length);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    let around = e;
    while (around && getComputedStyle(around).display === "inline") around = around.parentElement;
    const own = around.getBoundingClientRect();
    const says = e.textContent.trim().slice(0, 50);
    if (box.right > own.right + 2 || box.left < own.left - 2) found.push(`${name(e)} runs out of ${name(around)}: ${says}`);
    if (around.scrollWidth > around.clientWidth + 2 && getComputedStyle(around).overflowX !== "visible" && !/(auto|scroll)/.test(getComputedStyle(around).overflowX)) found.push(`${name(around)} is cut off: ${says}`);
    if (around.scrollHeight > around.clientHeight + 3 && /(hidden|clip)/.test(getComputedStyle(around).overflowY)) found.push(`${name(around)} is too low for: ${says}`);
    if (!scrolls(e) && (box.right > innerWidth + 1 || box.left < -1)) found.push(`${name(e)} leaves the window: ${says}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return [...new Set(found)];
})()
