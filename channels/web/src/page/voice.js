// Records a voice message, and uploads it.

import { minutes } from "./amounts.js";
import { text } from "./l10n.js";
import * as server from "./server.js";

/** The longest voice message, in milliseconds. It ends by itself then, and is sent. */
const LONGEST = 10 * 60 * 1000;

/** Bits per second: enough for speech, and a minute takes about 240 kB. */
const BIT_RATE = 32_000;

/** The formats that are asked for, best first. A browser with none of them records in its own. */
const FORMATS = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];

/** How often the shown time is renewed, in milliseconds. */
const TICK = 250;

const FIRST_RETRY = 1000;
const LAST_RETRY = 30_000;

export class Voice {
  #time;
  #handlers;
  /** Cancels the voice message that is being made, if there is one. */
  #cancelled = null;
  #recorder = null;

  /**
   * `time` shows how long the recording is. `changed()` is called when a recording begins or ends; `made(file)` with an
   * uploaded file `{id, kind, name, url, seconds}`; `failed(text, error)` when there is none, with the error of its upload, if it got
   * that far.
   */
  constructor(time, handlers) {
    this.#time = time;
    this.#handlers = handlers;
  }

  /** Whether the browser can record. Most have no microphone for pages that came over plain HTTP from another machine. */
  static get isPossible() {
    return Boolean(navigator.mediaDevices?.getUserMedia && window.MediaRecorder);
  }

  /** Whether a voice message is being recorded or uploaded. */
  get isOn() {
    return this.#cancelled !== null;
  }

  get isRecording() {
    return this.#recorder !== null;
  }

  /** Makes one voice message, until `finish` or `cancel`. */
  async make() {
    if (this.isOn) return;
    const { signal } = (this.#cancelled = new AbortController());
    this.#show(text("web-asking-for-microphone"));
    try {
      const { sound, seconds } = await this.#record(signal);
      this.#show(text("web-sending-voice"));
      const file = await this.#upload(sound, signal);
      this.#end();
      this.#handlers.made({ ...file, seconds });
    } catch (error) {
      this.#end();
      if (!signal.aborted) this.#handlers.failed(explain(error), error);
    }
  }

  /** Ends the recording, which is then sent. */
  finish() {
    if (this.#recorder?.state === "recording") this.#recorder.stop();
  }

  cancel() {
    this.#cancelled?.abort();
  }

  #end() {
    this.#cancelled = null;
    this.#show("");
  }

  #show(text) {
    this.#time.textContent = text;
    this.#handlers.changed();
  }

  async #record(signal) {
    const microphone = await unlessAborted(signal, navigator.mediaDevices.getUserMedia({ audio: true }), release);
    try {
      const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
      const recorder = new MediaRecorder(microphone, { mimeType, audioBitsPerSecond: BIT_RATE });
      const [parts, begun] = [[], performance.now()];
      recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
      const ended = new Promise((resolve, reject) => {
        recorder.addEventListener("stop", resolve);
        recorder.addEventListener("error", ({ error }) => reject(error));
      });
      recorder.start();
      this.#recorder = recorder;
      this.#show(minutes(0));
      const ticks = setInterval(() => {
        const length = performance.now() - begun;
        this.#time.textContent = minutes(length);
        if (length >= LONGEST) this.finish();
      }, TICK);
      await unlessAborted(signal, ended).finally(() => clearInterval(ticks));
      return { sound: new Blob(parts, { type: recorder.mimeType }), seconds: Math.ceil((performance.now() - begun) / 1000) };
    } finally {
      this.#recorder = null;
      release(microphone);
    }
  }

  /** Uploads a recording. What the person said must not be lost with a connection, so it tries until it is cancelled. */
  async #upload(sound, signal) {
    const id = server.newId();
    for (let pause = FIRST_RETRY; ; pause = Math.min(pause * 2, LAST_RETRY)) {
      try {
        const { url } = await server.upload(id, sound, signal);
        return { id, kind: "voice", name: "", url };
      } catch (error) {
        signal.throwIfAborted();
        if (error.final) throw error;
        this.#show(error.locked ? error.message : text("web-not-sent-yet"));
        await unlessAborted(signal, new Promise((resolve) => setTimeout(resolve, pause)));
      }
    }
  }
}

/** Resolves as `promise` does, or rejects as soon as `signal` aborts; `drop` gets what comes after that. */
function unlessAborted(signal, promise, drop) {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason);
      if (drop) promise.then(drop, () => {});
    });
    promise.then(resolve, reject);
  });
}

/** Lets go of the microphone, and the browser's sign that it is in use. */
function release(microphone) {
  microphone.getTracks().forEach((track) => track.stop());
}

function explain(error) {
  if (error instanceof server.Failed) return text("web-about-file", { name: text("web-voice"), problem: error.message });
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return text("web-microphone-refused");
  if (error.name === "NotFoundError") return text("web-microphone-missing");
  return text("web-microphone-broken");
}
