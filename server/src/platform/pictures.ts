import sharp from 'sharp';

/** PNG without metadata; pixels. */
export type Picture = { png: Buffer; width: number; height: number };

/** First bytes, as libvips tells the formats apart: the other decoders are never reached. */
const SIGNATURES = [Buffer.from('ffd8ff', 'hex'), Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.from('GIF8')];
/** Decoded, a few hundred megabytes: beyond a phone's photograph, below a bomb. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 15;
/** Looking for the margins of a large picture would take seconds. */
const COARSE_PIXELS = 3_000;
/** Of a channel, from which an untouched margin is white. */
const WHITE = 250;

/**
 * Makes a file of unknown origin fit for print: JPEG, PNG or GIF by what it holds, decoded and written anew; upright, in
 * sRGB, its first image alone, transparency kept, white or transparent margins cut off, within `box` and never enlarged.
 * Null for anything else: another format, damaged, oversized once decoded, or too long to read.
 */
export async function readPicture(bytes: Buffer, box: { width: number; height: number }): Promise<Picture | null> {
  if (!SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return null;
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(COARSE_PIXELS, COARSE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const upright = sharp(data, { raw: { width, height, channels } });
    const trimmed = hasMargin(data, channels) ? upright.trim() : upright;
    const made = await trimmed
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: made.data, width: made.info.width, height: made.info.height };
  } catch {
    return null;
  }
}

/** A margin of another colour is part of the picture. Grey is one channel, then alpha comes second. */
function hasMargin(pixels: Buffer, channels: number): boolean {
  const alpha = channels % 2 === 0 ? pixels[channels - 1] : undefined;
  if (alpha === 0) return true;
  return pixels.subarray(0, channels % 2 === 0 ? channels - 1 : channels).every((level) => level >= WHITE);
}
