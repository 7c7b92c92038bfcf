import sharp from 'sharp';

/** PNG without metadata; pixels. */
export type Picture = { png: Buffer; width: number; height: number };

/** First bytes, as libvips detects formats: the other decoders are never reached. */
const SIGNATURES = [Buffer.from('ffd8ff', 'hex'), Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.from('GIF8')];
/** Decoded, a few hundred megabytes: above a phone's photograph, below a decompression bomb. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 15;
/** Searching the margins of a large picture would take seconds. */
const COARSE_PIXELS = 3_000;
/** Minimum channel value of a white margin. */
const WHITE = 250;

/**
 * Prepares an untrusted file for print: JPEG, PNG or GIF by its signature, decoded and re-encoded; upright, sRGB, first
 * frame only, with transparency, without white or transparent margins, within `box` and never enlarged. Null for
 * anything else: another format, damaged, too large once decoded, or too slow.
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

/** A margin of another colour is part of the picture. Grey has one channel, then alpha is the second. */
function hasMargin(pixels: Buffer, channels: number): boolean {
  const alpha = channels % 2 === 0 ? pixels[channels - 1] : undefined;
  if (alpha === 0) return true;
  return pixels.subarray(0, channels % 2 === 0 ? channels - 1 : channels).every((level) => level >= WHITE);
}
