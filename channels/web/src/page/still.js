// Draws a frame of a video, as a picture for the model.

/** The longer side of the picture, in pixels. */
const SIDE = 1024;

/** The time of the frame in the video, in seconds. Videos often begin with black. */
const AT = 0.5;

/** The time limit for drawing, in milliseconds. */
const PATIENCE = 10_000;

/** Resolves to a frame of the video at `url`, as a JPEG; rejects if the browser cannot show the video. */
export async function draw(url, signal) {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const film = document.createElement("video");
  film.muted = true;
  film.preload = "auto";
  film.src = url;
  try {
    await happens(film, "loadeddata", patience);
    film.currentTime = Math.min(AT, (film.duration || 0) / 2);
    await happens(film, "seeked", patience);
    const scale = Math.min(1, SIDE / Math.max(film.videoWidth, film.videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(film.videoWidth * scale);
    canvas.height = Math.round(film.videoHeight * scale);
    canvas.getContext("2d").drawImage(film, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error("nothing was drawn"))), "image/jpeg", 0.8),
    );
  } finally {
    film.removeAttribute("src");
    film.load();
  }
}

function happens(film, event, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason));
    film.addEventListener(event, resolve, { once: true });
    film.addEventListener("error", () => reject(film.error), { once: true });
  });
}
