import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './qr-code.module.css';

/** ISO/IEC 18004: cameras need four white modules around the code. */
const QUIET_ZONE = 4;

type QrCodeProps = {
  /** Content of the code: a URL, in ASCII. */
  text: string;
  /** Text alternative: where it leads. */
  label: string;
};

/** The code is as wide as its box, black on white in both schemes. The drawing code is loaded with the first one. */
export function QrCode({ text, label }: QrCodeProps) {
  const titleId = useId();
  const drawing = useQuery({ queryKey: ['qr-code', text], queryFn: () => draw(text), staleTime: Infinity });
  if (drawing.isError) return <p className={styles.missing}>Le QR code n’a pas pu être affiché.</p>;
  if (!drawing.data) {
    return (
      <span className={styles.box} aria-busy="true">
        <LoadingNotice>Préparation du QR code…</LoadingNotice>
        <Skeleton height="100%" />
      </span>
    );
  }
  const { size, path } = drawing.data;
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.box}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      aria-labelledby={titleId}
    >
      <title id={titleId}>{label}</title>
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Side in modules, and one path for all the dark ones. Level M: readable with 15 % of it damaged. */
async function draw(text: string): Promise<{ size: number; path: string }> {
  const { default: encodeQR } = await import('qr');
  // The library draws a border of one module.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1);
  const dark = rows.flatMap((row, y) =>
    row.slice(1, -1).flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: dark.join('') };
}
