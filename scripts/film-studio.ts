/** Runs in the browser: encodes pictures as a video, in real time. H.264 in MP4, which every browser plays. */

/** `picture` is a JPEG in base64, shown for `ms` while the pointer moves to `to`, in pixels before scaling. */
export type Shot = { picture: string; ms: number; to: Point };
type Point = { x: number; y: number };

const SIZE = { width: 1280, height: 800 };
const SCALE = 1.25;
const FRAME_MS = 60;
const FORMAT = { mimeType: 'video/mp4;codecs=avc1.42E01F', videoBitsPerSecond: 700_000 };
const ARROW = [0, 0, 0, 21, 5.5, 16, 9, 24, 12.5, 22.5, 9, 14.5, 16, 14.5];

/** The video in base64. */
export async function record(shots: Shot[]): Promise<string> {
  const pictures = await Promise.all(shots.map(({ picture }) => decode(picture)));
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const pen = canvas.getContext('2d', { alpha: false })!;
  const recorder = new MediaRecorder(canvas.captureStream(15), FORMAT);
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener('stop', done, { once: true }));
  recorder.start();
  let from = shots[0]!.to;
  for (const [index, { ms, to }] of shots.entries()) {
    await show(ms, (done) => drawFrame(pen, pictures[index]!, between(from, to, done)));
    from = to;
  }
  recorder.stop();
  await ended;
  return encode(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

/** Draws repeatedly for that long; `done` goes from 0 to 1. */
async function show(ms: number, draw: (done: number) => void): Promise<void> {
  const startMs = performance.now();
  for (let pastMs = 0; pastMs < ms; pastMs = performance.now() - startMs) {
    draw(pastMs / ms);
    const waitMs = Math.min(FRAME_MS, ms - pastMs);
    await new Promise((next) => setTimeout(next, waitMs));
  }
}

/** It arrives before the shot ends. */
function between(from: Point, to: Point, done: number): Point {
  const way = Math.min(1, done * 1.3);
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way };
}

function drawFrame(pen: CanvasRenderingContext2D, picture: ImageBitmap, { x, y }: Point): void {
  pen.drawImage(picture, 0, 0, SIZE.width, SIZE.height);
  pen.save();
  pen.translate(x * SCALE, y * SCALE);
  Object.assign(pen, { lineWidth: 2.5, strokeStyle: '#fff', fillStyle: '#14211d' });
  pen.beginPath();
  for (let at = 0; at < ARROW.length; at += 2) pen.lineTo(ARROW[at]!, ARROW[at + 1]!);
  pen.closePath();
  pen.stroke();
  pen.fill();
  pen.restore();
}

async function decode(base64: string): Promise<ImageBitmap> {
  const answer = await fetch(`data:image/jpeg;base64,${base64}`);
  return createImageBitmap(await answer.blob());
}

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
