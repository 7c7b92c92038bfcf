import { fileURLToPath } from 'node:url';

const SOURCE_SANS = '@expo-google-fonts/source-sans-3';
const BRICOLAGE = '@expo-google-fonts/bricolage-grotesque';

/** Fonts of every printed document. What a face of text or headings lacks is drawn in the other family. */
export const FONTS = {
  text: [
    `${SOURCE_SANS}/400Regular/SourceSans3_400Regular.ttf`,
    `${SOURCE_SANS}/600SemiBold/SourceSans3_600SemiBold.ttf`,
    `${SOURCE_SANS}/700Bold/SourceSans3_700Bold.ttf`,
  ],
  headings: [
    `${BRICOLAGE}/600SemiBold/BricolageGrotesque_600SemiBold.ttf`,
    `${BRICOLAGE}/700Bold/BricolageGrotesque_700Bold.ttf`,
  ],
  fallback: ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'],
} as const;

export const fontPath = (file: string): string => fileURLToPath(import.meta.resolve(file));
