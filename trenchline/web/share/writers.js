/** Files that pictures are written into one by one: a GIF in a worker, a WebM by the browser's own recorder. */

import { fileAt } from "../common/files.js";

/** @typedef {{add: (ms: number) => Promise<void>, finish: () => Promise<Blob>, stop: () => void}} Writer `add` takes what stands on the canvas */

export class Gif {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.worker = new Worker(fileAt("share/gif-worker.js"), { type: "module" });
    this.worker.postMessage({ width: canvas.width, height: canvas.height });
  }

  /** @param {object} message @param {Transferable[]} [moved] @returns {Promise<{file?: Uint8Array<ArrayBuffer>}>} */
  _ask(message, moved = []) {
    return new Promise((done, failed) => {
      this.worker.onmessage = ({ data }) => done(data);
      this.worker.onerror = () => failed(new Error("The GIF could not be written."));
      this.worker.postMessage(message, moved);
    });
  }

  /** @param {number} ms */
  async add(ms) {
    const pixels = this.pen.getImageData(0, 0, this.canvas.width, this.canvas.height).data.buffer;
    await this._ask({ pixels, delay: ms }, [pixels]);
  }

  async finish() {
    const { file } = await this._ask({ finish: true });
    this.stop();
    return new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (file)], { type: "image/gif" });
  }

  stop() {
    this.worker.terminate();
  }
}

const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** What this browser can record, if anything. */
export function webmKind() {
  if (typeof MediaRecorder === "undefined" || !("captureStream" in HTMLCanvasElement.prototype)) return "";
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? "";
}

/** The recorder sees time pass as it does: it is paused while the next picture is drawn. */
export class Webm {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.stream = canvas.captureStream(0);
    this.recorder = new MediaRecorder(this.stream, { mimeType: webmKind(), videoBitsPerSecond: 4e6 });
    /** @type {Blob[]} */ this.parts = [];
    this.recorder.ondataavailable = ({ data }) => this.parts.push(data);
  }

  /** @param {number} ms */
  async add(ms) {
    if (this.recorder.state === "inactive") this.recorder.start();
    else this.recorder.resume();
    /** @type {CanvasCaptureMediaStreamTrack} */ (this.stream.getVideoTracks()[0]).requestFrame();
    await new Promise((done) => setTimeout(done, ms));
    this.recorder.pause();
  }

  async finish() {
    const stopped = new Promise((done) => (this.recorder.onstop = done));
    this.recorder.stop();
    await stopped;
    return new Blob(this.parts, { type: "video/webm" });
  }

  stop() {
    if (this.recorder.state !== "inactive") this.recorder.stop();
    for (const track of this.stream.getTracks()) track.stop();
  }
}
