// A picture of what the camera sees now, small enough to be sent to the engine.

/** Wide enough for a label at arm's length, and no wider: each picture goes to the engine and is read there. */
const WIDEST_PX = 1_280;
/** Characters of Base64 that the contract takes, less a little. */
const LONGEST = 235_000;
/** Tried in this order until the picture is small enough. Bars are still read at the last one. */
const QUALITIES = [0.75, 0.5, 0.3];

/** The picture as JPEG in Base64; null while the camera shows nothing yet, and where no picture can be made small enough. */
export async function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<string | null> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, WIDEST_PX / videoWidth);
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  // Colours tell nothing about bars and make the picture larger.
  context.filter = 'grayscale(1)';
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const picture = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
    if (picture !== '' && picture.length <= LONGEST) return picture;
  }
  return null;
}
