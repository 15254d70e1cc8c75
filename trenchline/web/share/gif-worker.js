/** Writes a GIF off the page. It is told the size, then picture by picture, each answered; in the end it gives the file. */

import { GifWriter } from "./gif.js";

/** @type {GifWriter} */
let gif;

self.addEventListener("message", ({ data }) => {
  if (data.width) gif = new GifWriter(data.width, data.height);
  else if (data.pixels) {
    gif.add(new Uint8Array(data.pixels), data.delay);
    self.postMessage({ ready: true });
  } else {
    const file = gif.finish();
    self.postMessage({ file }, { transfer: [file.buffer] });
  }
});
