// Records a voice message, and uploads it.

import { minutes } from "./amounts.js";
import { text } from "./l10n.js";
import * as server from "./server.js";

/** The longest voice message, in milliseconds. At this length, the recording ends by itself and is sent. */
const LONGEST = 10 * 60 * 1000;

/** Bits per second. This is enough for speech; a minute takes about 240 kB. */
const BIT_RATE = 32_000;

/** The preferred formats, best first. A browser that supports none of them records in its own. */
const FORMATS = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];

/** How often the shown duration is updated, in milliseconds. */
const TICK = 250;

const FIRST_RETRY = 1000;
const LAST_RETRY = 30_000;

export class Voice {
  #time;
  #handlers;
  /** Cancels the current voice message; null if there is none. */
  #cancelled = null;
  #recorder = null;

  /**
   * `time` shows the duration of the recording. Calls `changed()` when a voice message begins, advances or ends,
   * `made(file)` with the uploaded file `{id, kind, name, url, seconds}`, and `failed(text, error)` when recording or
   * uploading failed.
   */
  constructor(time, handlers) {
    this.#time = time;
    this.#handlers = handlers;
  }

  /** Whether the browser can record. Most browsers give no microphone to pages over plain HTTP from another machine. */
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

  /** Records a voice message until `finish`, and uploads it; `cancel` discards it. */
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

  /** Ends the recording, which is then uploaded. */
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

  /** Uploads a recording. Retries until cancelled or refused: a lost connection must not lose the person's words. */
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

/** Settles as `promise` does, or rejects as soon as `signal` aborts; `drop` then gets the late value of `promise`. */
function unlessAborted(signal, promise, drop) {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason);
      if (drop) promise.then(drop, () => {});
    });
    promise.then(resolve, reject);
  });
}

/** Releases the microphone, so that the browser no longer shows it as in use. */
function release(microphone) {
  microphone.getTracks().forEach((track) => track.stop());
}

function explain(error) {
  if (error instanceof server.Failed) return text("web-about-file", { name: text("web-voice"), problem: error.message });
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return text("web-microphone-refused");
  // WebKit reports a missing microphone as a condition that cannot be met.
  if (error.name === "NotFoundError" || error.name === "OverconstrainedError") return text("web-microphone-missing");
  return text("web-microphone-broken");
}
